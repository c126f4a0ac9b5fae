/** A piece of pdfmake's document definition: text, a stack, a table and so on. */
export interface Content {
  [member: string]: unknown;
}

/** The surroundings of blocks. */
export interface Surroundings {
  /** Points from side to side. */
  width: number;
  /** Whether long words may break anywhere: in columns too narrow for them. */
  breakable?: boolean;
  /** Whether headings may push themselves to the next page, which works only outside of boxes. */
  free?: boolean;
}

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, orientation: 'portrait' };
export const MARGINS = { left: 62, right: 62, top: 72, bottom: 72 };
export const WIDTH = PAGE.width - MARGINS.left - MARGINS.right;
export const TALLEST_PICTURE = 0.7 * (PAGE.height - MARGINS.top - MARGINS.bottom);
/** Points of a pixel, as CSS has it. */
export const PIXEL = 0.75;

export const TEXT_STYLE = { font: 'Sans', fontSize: 10, lineHeight: 1.08, color: '#1f2933' };
export const CODE_SIZE = 8.2;
/** Space below a block. */
export const GAP = 8;

export const INK = {
  faint: '#f5f7f9',
  line: '#d5dbe1',
  grey: '#66727f',
  dark: '#111827',
  link: '#1a56c4',
  code: '#eef1f4',
};

export const TONES = {
  info: { sign: 'i', bar: '#2f6fdb', fill: '#eef4fd' },
  success: { sign: '✓', bar: '#1f8f5f', fill: '#ecf8f2' },
  warning: { sign: '!', bar: '#c98a0b', fill: '#fdf6e7' },
  danger: { sign: '×', bar: '#cf3838', fill: '#fdefee' },
};

/** The colours of marks, by their published names, as ink and as background. */
const COLOURS: Record<string, readonly [string, string]> = {
  green: ['#1a7f4b', '#dcf5e7'],
  blue: ['#1d5fd0', '#dfeafd'],
  red: ['#c42b2b', '#fde2e1'],
  orange: ['#c05f0c', '#fdebd9'],
  yellow: ['#94700a', '#fcf3c9'],
  purple: ['#7c3aed', '#ece4fd'],
  pink: ['#c02678', '#fce3f0'],
  violet: ['#6d3ad0', '#e9e2fb'],
  cyan: ['#0e7c93', '#d9f3f8'],
  $primary: ['#1a56c4', '#e3ecfc'],
  $info: ['#1d5fd0', '#dfeafd'],
  $success: ['#1a7f4b', '#dcf5e7'],
  $warning: ['#94700a', '#fcf3c9'],
  $danger: ['#c42b2b', '#fde2e1'],
};

export const inkOf = (colour: string): string | undefined => COLOURS[colour]?.[0];
export const backgroundOf = (colour: string): string | undefined => COLOURS[colour]?.[1];

/** How a box is drawn: its fill, and the colour of a bar at its left or of a frame around it. */
export interface BoxLook {
  fill?: string;
  bar?: string;
  frame?: string;
  padding?: number;
}

/** One cell around a stack. It may break over pages; what it may not do is touch what follows. */
export function box(stack: Content[], { fill, bar, frame, padding = 8 }: BoxLook): Content {
  return {
    table: { widths: ['*'], body: [[{ stack: trimmed(stack), ...(fill === undefined ? {} : { fillColor: fill }) }]] },
    layout: {
      hLineWidth: () => (frame === undefined ? 0 : 0.6),
      vLineWidth: (at: number) => (bar !== undefined && at === 0 ? 2.5 : frame === undefined ? 0 : 0.6),
      hLineColor: () => frame,
      vLineColor: () => bar ?? frame,
      paddingLeft: () => padding + 2,
      paddingRight: () => padding + 2,
      paddingTop: () => padding - 1,
      paddingBottom: () => padding - 1,
    },
    margin: [0, 2, 0, GAP + 2],
  };
}

/** Without the space below the last block, which the box has already. */
export function trimmed(stack: Content[]): Content[] {
  const last = stack.at(-1);
  if (!last || !Array.isArray(last['margin'])) return stack.length === 0 ? [{ text: ' ' }] : stack;
  const [left, top, right] = last['margin'] as number[];
  return [...stack.slice(0, -1), { ...last, margin: [left, top, right, 0] }];
}
