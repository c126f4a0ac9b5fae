import { type Color } from './color.js';
import { groundIn, type SiteLook } from './look.js';
import { colorOf, GROUND, NAMED, property, shadesOf, TOKENS, type Ground, type ThemedColor } from './palette.js';

/** Colors of the look that authors may choose as well. */
const OF_THE_LOOK = ['primary', 'info', 'success', 'warning', 'danger', 'tint'];

const BLACK: Color = [0, 0, 0];
const read = (color: ThemedColor, mode: 'light' | 'dark'): Color => colorOf(color, mode) ?? BLACK;

type Grounds = Record<'light' | 'dark', Ground>;

/** Custom properties of colors with a name: as they are, or as texts that can be read on the surfaces of a page. */
function properties(kind: 'color' | 'text', grounds: Grounds): string {
  const written = Object.entries(NAMED).map(([name, color]) => {
    const [light, dark] = (['light', 'dark'] as const).map((mode) => shadesOf(read(color, mode), grounds[mode])[kind]);
    return property(`${name}${kind === 'text' ? '-text' : ''}`, light ?? BLACK, dark ?? BLACK);
  });
  return `:root{${written.join('')}}`;
}

/** The classes of texts and surfaces in the colors with a name. */
function namedColors(): string {
  const rules = [...Object.keys(NAMED), ...OF_THE_LOOK].map(
    (name) => `.c-${name}{color:var(--${name}-text);--soft:var(--${name})}.bg-${name}{--soft:var(--${name})}`,
  );
  const soft = ':is([class^=bg-],[class*=" bg-"],.tag,.option)';
  return `${rules.join('')}${soft}{background:color-mix(in srgb,var(--soft,var(--muted)) 12%,var(--page))}`;
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

/** The colors of texts that have names, on the surfaces of a look. */
export const namedTexts = (look: SiteLook): string =>
  properties('text', { light: groundIn(look, 'light'), dark: groundIn(look, 'dark') });

/** The colors of tokens in code. */
export const TOKEN_STYLE = tokens();

/** What authors color. Texts in these colors have the colors of tokens. */
export const NAMED_STYLE = properties('color', GROUND) + namedColors();

export const WIDTH_STYLE = widths();
