import type { Color } from './color.js';
import { fontsOf, type LookFont } from './fonts.js';
import { colorOf, groundOf, mutedOn, property, shadesOf, type Mode, type ThemedColor } from './palette.js';

/** How a site looks: the part of its customization that the style sheet depends on. */
export interface SiteLook {
  theme: 'clean' | 'muted' | 'bold' | 'gradient';
  /** Of links and buttons. */
  primaryColor: ThemedColor;
  /** Goes over bars and backgrounds. */
  tint?: { color: ThemedColor } | undefined;
  infoColor: ThemedColor;
  successColor: ThemedColor;
  warningColor: ThemedColor;
  dangerColor: ThemedColor;
  corners: 'rounded' | 'straight' | 'circular';
  depth: 'subtle' | 'flat';
  /** `accent` underlines links in their color and leaves their words in that of the text. */
  links: 'default' | 'accent';
  sidebar: { background: 'default' | 'filled'; list: 'default' | 'pill' | 'line' };
  /** A font by its name, which readers may have; a similar one of their system otherwise. */
  font: string | LookFont;
  headingFont?: string | LookFont | undefined;
  monospaceFont: string | LookFont;
}

/** How a site looks for which nothing was chosen. */
export const DEFAULT_LOOK: SiteLook = {
  theme: 'clean',
  primaryColor: { light: '#2d6a4f', dark: '#74c69d' },
  infoColor: { light: '#1d6fb8', dark: '#6cb2eb' },
  successColor: { light: '#2b8a3e', dark: '#69db7c' },
  warningColor: { light: '#b35c00', dark: '#ffb454' },
  dangerColor: { light: '#c92a2a', dark: '#ff8787' },
  corners: 'rounded',
  depth: 'subtle',
  links: 'default',
  sidebar: { background: 'default', list: 'default' },
  font: 'system',
  monospaceFont: 'system',
};

const BLACK: Color = [0, 0, 0];
const COLORS = ['primary', 'info', 'success', 'warning', 'danger'] as const;

/** What may be written into a style sheet: everything about a look is one of these. */
type Values = Record<string, Color>;

/** The values of all custom properties in one mode. A color that is none is that of the usual look. */
export function valuesOf(look: SiteLook, mode: Mode): Values {
  const chosen = (name: (typeof COLORS)[number]): Color =>
    colorOf(look[`${name}Color`], mode) ?? colorOf(DEFAULT_LOOK[`${name}Color`], mode) ?? BLACK;
  const tint = colorOf(look.tint?.color, mode);
  const ground = groundOf(mode, tint);
  const values: Values = { ...ground };
  const soft: Color[] = [];
  const colors = COLORS.map((name): [string, Color] => [name, chosen(name)]);
  for (const [name, color] of [...colors, ['tint', tint ?? chosen('primary')] as const]) {
    const shades = shadesOf(color, ground);
    soft.push(shades.soft);
    values[name] = shades.color;
    values[`${name}-text`] = shades.text;
    if (name === 'primary' || name === 'tint') values[`on-${name}`] = shades.on;
  }
  return { ...values, muted: mutedOn(ground, soft) };
}

/** The custom properties of a look, as a style sheet. The texts in it can be read in both modes, whatever was chosen. */
export function lookStyle(look: SiteLook): string {
  const [light, dark] = [valuesOf(look, 'light'), valuesOf(look, 'dark')];
  const colors = Object.entries(light).map(([name, color]) => property(name, color, dark[name] ?? color));
  const { faces, properties } = fontsOf(look);
  return `${faces}:root{${colors.join('')}${properties}}`;
}

/** The classes of a page's root element that a look asks for; what is usual has none. */
export function classesOf({ theme, corners, depth, links, sidebar }: SiteLook): string[] {
  return [
    theme !== 'clean' && `theme-${theme}`,
    corners !== 'rounded' && `corners-${corners}`,
    depth !== 'subtle' && `depth-${depth}`,
    links !== 'default' && `links-${links}`,
    sidebar.background !== 'default' && `sidebar-${sidebar.background}`,
    sidebar.list !== 'default' && `list-${sidebar.list}`,
  ].filter((name) => name !== false);
}
