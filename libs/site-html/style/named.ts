import { type Color } from './color.js';
import { colorOf, groundOf, NAMED, property, shadesOf, TOKENS, type Shades, type ThemedColor } from './palette.js';

/** Colors of the look that authors may choose as well. */
const OF_THE_LOOK = ['primary', 'info', 'success', 'warning', 'danger', 'tint'];

const BLACK: Color = [0, 0, 0];
const read = (color: ThemedColor, mode: 'light' | 'dark'): Color => colorOf(color, mode) ?? BLACK;

const shades = (color: ThemedColor, mode: 'light' | 'dark'): Shades =>
  shadesOf(read(color, mode), groundOf(mode, undefined));

/** Custom properties of the colors with a name, and the classes of texts and surfaces in them. */
function namedColors(): string {
  const properties = Object.entries(NAMED).map(([name, color]) => {
    const [light, dark] = [shades(color, 'light'), shades(color, 'dark')];
    return property(name, light.color, dark.color) + property(`${name}-text`, light.text, dark.text);
  });
  const rules = [...Object.keys(NAMED), ...OF_THE_LOOK].map(
    (name) => `.c-${name}{color:var(--${name}-text);--soft:var(--${name})}.bg-${name}{--soft:var(--${name})}`,
  );
  const soft = ':is([class^=bg-],[class*=" bg-"],.tag,.option)';
  return (
    `:root{${properties.join('')}}${rules.join('')}` +
    `${soft}{background:color-mix(in srgb,var(--soft,var(--muted)) 12%,var(--page))}`
  );
}

/** Tokens of the same color share a rule. */
function tokens(): string {
  const byColor = new Map<string, string[]>();
  for (const [name, color] of Object.entries(TOKENS)) byColor.set(color, [...(byColor.get(color) ?? []), `.${name}`]);
  const rules = [...byColor].map(([color, names]) => `.code :is(${names.join(',')}){color:var(--${color}-text)}`);
  return `${rules.join('')}.code :is(.c,.m){color:var(--muted)}`;
}

/** The classes of shares of a width, in twelfths. */
const widths = (): string =>
  Array.from({ length: 12 }, (_, index) => {
    const share = Math.round(((index + 1) / 12) * 10_000) / 100;
    return `.w-${index + 1}{--w:${index + 1};width:${share}%}`;
  }).join('');

export const NAMED_STYLE = namedColors() + tokens() + widths();
