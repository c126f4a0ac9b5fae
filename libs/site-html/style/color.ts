/** A color in sRGB: red, green and blue from 0 to 255. */
export type Color = readonly [number, number, number];

/** A color as `#` and 3 or 6 hexadecimal digits; undefined for anything else. */
export function readColor(text: string): Color | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  const [, red, green, blue] = short ?? /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  const part = (digits: string): number => parseInt(short ? digits + digits : digits, 16);
  return [part(red), part(green), part(blue)];
}

export const writeColor = (color: Color): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** `share` of one color over another, from 0 to 1, in whole numbers as it is written. */
export const mix = (over: Color, under: Color, share: number): Color => {
  const part = (index: 0 | 1 | 2): number => Math.round(over[index] * share + under[index] * (1 - share));
  return [part(0), part(1), part(2)];
};

const linear = (part: number): number => (part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);

/** The relative luminance of WCAG 2, from 0 to 1. */
export const luminance = ([red, green, blue]: Color): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** The contrast of two colors as WCAG 2 has it, from 1 to 21. */
export function contrast(one: Color, other: Color): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const WHITE: Color = [255, 255, 255];
const BLACK: Color = [0, 0, 0];

/** White or black: what is read better on a color. One of them always has a contrast of more than 4.5. */
export const textOn = (color: Color): Color =>
  contrast(WHITE, color) >= 4.5 || contrast(WHITE, color) >= contrast(BLACK, color) ? WHITE : BLACK;

/** The nearest color to the wanted one, towards black or white, that has at least a contrast on all surfaces. */
export function readable(wanted: Color, surfaces: readonly Color[], least: number): Color {
  const [first = WHITE] = surfaces;
  const end = luminance(first) > 0.18 ? BLACK : WHITE;
  for (let share = 0; share < 1; share += 0.02) {
    const color = mix(end, wanted, share);
    if (surfaces.every((surface) => contrast(color, surface) >= least)) return color;
  }
  return end;
}
