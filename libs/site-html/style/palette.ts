import { mix, readable, readColor, textOn, writeColor, type Color } from './color.js';

/** A color for each mode, as `#` and 3 or 6 hexadecimal digits. */
export interface ThemedColor {
  light: string;
  dark: string;
}

export type Mode = 'light' | 'dark';

/** The surfaces, lines and texts of a mode before it is tinted. */
export interface Ground {
  page: Color;
  /** Of code, bars and what is below something. */
  subtle: Color;
  line: Color;
  text: Color;
  muted: Color;
}

export const GROUND: Record<Mode, Ground> = {
  light: {
    page: [255, 255, 255],
    subtle: [246, 247, 249],
    line: [226, 230, 236],
    text: [28, 32, 38],
    muted: [88, 97, 110],
  },
  dark: { page: [15, 17, 21], subtle: [24, 27, 32], line: [44, 49, 58], text: [228, 231, 235], muted: [157, 166, 179] },
};

/** How much of a tint is in surfaces and lines, and of a color in a surface of its own. */
const TINTED = { light: 0.035, dark: 0.05 };
/** How much of a color is in a page that matches it. */
const MATCHED = { light: 0.05, dark: 0.07 };
/** The style sheet mixes it as well, so that a look need not have it. */
const SOFT = 0.12;
/** The contrast that texts have at least: 4.5 is what WCAG asks for. */
export const LEAST = 4.6;

/** The colors that authors may choose by name. */
export const NAMED: Record<string, ThemedColor> = {
  green: { light: '#1f7a3d', dark: '#6cd391' },
  blue: { light: '#1f66c7', dark: '#78b4f7' },
  red: { light: '#c62f2f', dark: '#ff8f8a' },
  orange: { light: '#d9580b', dark: '#ffab66' },
  yellow: { light: '#d9a400', dark: '#efcb5a' },
  purple: { light: '#7d3fc2', dark: '#c59bf5' },
  pink: { light: '#bd2f79', dark: '#f593c3' },
  violet: { light: '#5a4bd0', dark: '#a9a2fb' },
  cyan: { light: '#0f8ba3', dark: '#62cfe0' },
};

/** The colors of tokens in code, by their classes. */
export const TOKENS: Record<string, keyof typeof NAMED> = {
  k: 'pink',
  s: 'green',
  n: 'orange',
  t: 'cyan',
  f: 'violet',
  a: 'blue',
  v: 'yellow',
  b: 'cyan',
  r: 'red',
  g: 'green',
  i: 'green',
  d: 'red',
};

export const colorOf = (color: ThemedColor | undefined, mode: Mode): Color | undefined =>
  color === undefined ? undefined : readColor(color[mode]);

/** The surfaces of a mode with a tint in them; the page has it as well where it matches a color. */
export function groundOf(mode: Mode, tint: Color | undefined, matched?: Color): Ground {
  const ground = GROUND[mode];
  const color = tint ?? matched;
  if (!color) return ground;
  const tinted = (surface: Color, times = 1): Color => mix(color, surface, TINTED[mode] * times);
  const subtle = matched ? mix(color, ground.subtle, MATCHED[mode] * 1.5) : tinted(ground.subtle);
  const page = matched ? mix(color, ground.page, MATCHED[mode]) : ground.page;
  return { ...ground, page, subtle, line: tinted(ground.line, 3) };
}

/** A color as texts, and as a surface behind texts. `on` is what is written on the color itself. */
export interface Shades {
  color: Color;
  on: Color;
  soft: Color;
  text: Color;
}

/** How much of the text's color is in the surface of a line of code that is marked. */
export const MARKED = 0.06;

/** A color of which all texts can be read: on the page, on its bars, in code and on the color's own soft surface. */
export function shadesOf(color: Color, ground: Ground): Shades {
  const soft = mix(color, ground.page, SOFT);
  const surfaces = [ground.page, ground.subtle, mix(ground.text, ground.subtle, MARKED), soft];
  return { color, on: textOn(color), soft, text: readable(color, surfaces, LEAST) };
}

/** What is written on a color and less important can be read as well. */
export const mutedOn = (ground: Ground, surfaces: readonly Color[]): Color =>
  readable(ground.muted, [ground.page, ground.subtle, mix(ground.text, ground.subtle, MARKED), ...surfaces], LEAST);

/** A declaration of a custom property with a value for each mode. */
export function property(name: string, light: Color, dark: Color): string {
  const [one, other] = [writeColor(light), writeColor(dark)];
  return one === other ? `--${name}:${one};` : `--${name}:light-dark(${one},${other});`;
}
