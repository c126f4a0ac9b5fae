import type { IconStyle } from '../model.js';
import { readable, textOn, writeColor, type Color } from './color.js';
import { fontsOf, type LookFont } from './fonts.js';
import {
  colorOf,
  groundOf,
  LEAST,
  mutedOn,
  property,
  shadesOf,
  type Ground,
  type Mode,
  type ThemedColor,
} from './palette.js';

/** The name of a theme of code for each mode. */
export interface ThemedCode {
  light: string;
  dark: string;
}

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
  /** Whether the page has the tint, or else the primary color, in it. */
  background: 'plain' | 'match';
  sidebar: { background: 'default' | 'filled'; list: 'default' | 'pill' | 'line' };
  icons: IconStyle;
  /** How code is colored, in documents and in what is shown of specifications. */
  codeTheme: { default: ThemedCode; openapi: ThemedCode };
  /** The bar at the top. The colors are those of the preset `custom`. */
  header: {
    preset: 'default' | 'bold' | 'contrast' | 'custom' | 'none';
    backgroundColor?: ThemedColor | undefined;
    linkColor?: ThemedColor | undefined;
  };
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
  background: 'plain',
  sidebar: { background: 'default', list: 'default' },
  icons: 'regular',
  codeTheme: {
    default: { light: 'default-light', dark: 'default-dark' },
    openapi: { light: 'default-light', dark: 'default-dark' },
  },
  header: { preset: 'default' },
  font: 'system',
  monospaceFont: 'system',
};

const BLACK: Color = [0, 0, 0];
const COLORS = ['primary', 'info', 'success', 'warning', 'danger'] as const;

/** What may be written into a style sheet: everything about a look is one of these. */
type Values = Record<string, Color>;

const chosenColor = (look: SiteLook, name: (typeof COLORS)[number], mode: Mode): Color =>
  colorOf(look[`${name}Color`], mode) ?? colorOf(DEFAULT_LOOK[`${name}Color`], mode) ?? BLACK;

/** The surfaces, lines and texts of a look in one mode. */
export function groundIn(look: SiteLook, mode: Mode): Ground {
  const tint = colorOf(look.tint?.color, mode);
  const matched = look.background === 'match' ? (tint ?? chosenColor(look, 'primary', mode)) : undefined;
  return groundOf(mode, tint, matched);
}

/** The values of all custom properties in one mode. A color that is none is that of the usual look. */
export function valuesOf(look: SiteLook, mode: Mode): Values {
  const tint = colorOf(look.tint?.color, mode);
  const ground = groundIn(look, mode);
  const values: Values = { ...ground };
  const soft: Color[] = [];
  const colors = COLORS.map((name): [string, Color] => [name, chosenColor(look, name, mode)]);
  for (const [name, color] of [...colors, ['tint', tint ?? chosenColor(look, 'primary', mode)] as const]) {
    const shades = shadesOf(color, ground);
    soft.push(shades.soft);
    values[name] = shades.color;
    values[`${name}-text`] = shades.text;
    if (name === 'primary' || name === 'tint') values[`on-${name}`] = shades.on;
  }
  return { ...values, muted: mutedOn(ground, soft), ...barIn(look, mode, values['tint'] ?? BLACK, ground) };
}

/** Whether the bar at the top has a color of its own. */
export const hasBar = ({ theme, header }: SiteLook): boolean =>
  header.preset === 'default' ? theme === 'bold' : header.preset !== 'none';

/** The color of the bar at the top, with what is written on it; nothing where it is that of the page. */
function barIn(look: SiteLook, mode: Mode, tint: Color, ground: Ground): Values {
  if (!hasBar(look)) return {};
  const { preset, backgroundColor, linkColor } = look.header;
  const custom = preset === 'custom' ? (colorOf(backgroundColor, mode) ?? ground.page) : undefined;
  const bar = custom ?? (preset === 'contrast' ? ground.text : tint);
  const on = textOn(bar);
  const link = preset === 'custom' ? colorOf(linkColor, mode) : undefined;
  return { bar, 'on-bar': on, 'bar-link': link ? readable(link, [bar], LEAST) : on };
}

/** The custom properties of a look, as a style sheet. The texts in it can be read in both modes, whatever was chosen. */
export function lookStyle(look: SiteLook): string {
  const [light, dark] = [valuesOf(look, 'light'), valuesOf(look, 'dark')];
  const colors = Object.entries(light).map(([name, color]) => property(name, color, dark[name] ?? color));
  const { faces, properties } = fontsOf(look);
  return `${faces}:root{${colors.join('')}${properties}}`;
}

/** What browsers color their own bars with: as what is at the top of a page. */
export function topColors(look: SiteLook): ThemedColor {
  const [light, dark] = (['light', 'dark'] as const).map((mode) => {
    const { bar, page, subtle } = valuesOf(look, mode);
    return writeColor(bar ?? (look.theme === 'muted' ? subtle : page) ?? BLACK);
  });
  return { light: light ?? '', dark: dark ?? '' };
}
