import { renderMermaidSVG } from 'beautiful-mermaid';

export type DiagramTheme = 'light' | 'dark';

/** A diagram as an SVG picture, with its size in pixels. */
export interface DrawnDiagram {
  svg: string;
  width: number;
  height: number;
}

/** Like the pages of sites, which the picture lets through. */
const COLORS = {
  light: { bg: '#ffffff', fg: '#1c2026', muted: '#58616e', line: '#58616e' },
  dark: { bg: '#0f1115', fg: '#e4e7eb', muted: '#9da6b3', line: '#9da6b3' },
} as const;
const FONT = 'system-ui';

/** What may be written before a diagram: settings of other programs that draw it. */
const FRONT_MATTER = /^\s*---\r?\n[^]*?\r?\n---[ \t]*\r?\n/;
/** A picture loads nothing, so the font that the library asks another host for is left out. */
const IMPORT = /^\s*@import url\([^)]*\);\s*$/m;
/** The color of the least texts, which could hardly be read. */
const FAINT = /--_text-faint:[^;]*;/;
const SIZE = /^<svg[^>]* width="([\d.]+)" height="([\d.]+)"/;

/**
 * Draws a diagram in the language of Mermaid: flows, sequences, classes, states, entities, and bars and lines. Undefined
 * for other kinds, and for what is no diagram.
 */
export function drawDiagram(source: string, theme: DiagramTheme): DrawnDiagram | undefined {
  const svg = rendered(source.replace(FRONT_MATTER, ''), theme);
  const [, width, height] = (svg === undefined ? undefined : SIZE.exec(svg)) ?? [];
  if (svg === undefined || width === undefined || height === undefined) return undefined;
  const shown = svg.replace(IMPORT, '').replace(FAINT, '--_text-faint: var(--muted);');
  return { svg: shown, width: Math.ceil(Number(width)), height: Math.ceil(Number(height)) };
}

/** The library throws an Error for what it does not know, and fails in other ways where a text is broken. */
function rendered(source: string, theme: DiagramTheme): string | undefined {
  try {
    return renderMermaidSVG(source, { ...COLORS[theme], font: FONT, transparent: true, padding: 8 });
  } catch {
    return undefined;
  }
}
