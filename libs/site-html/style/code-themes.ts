import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { mix, readable, readColor, type Color } from './color.js';
import { colorOf, GROUND, LEAST, MARKED, NAMED, TOKENS, type Ground, type Mode } from './palette.js';

/** How code is colored: what is below it, and its tokens by their classes. Everything on it can be read. */
export interface CodeColors {
  page: Color;
  text: Color;
  muted: Color;
  line: Color;
  tokens: Readonly<Record<string, Color>>;
}

/** A theme as the package has it, of which much else is not read. */
interface ThemeFile {
  type?: string;
  colors?: Record<string, string>;
  tokenColors?: readonly {
    scope?: string | readonly string[];
    settings?: { foreground?: string };
  }[];
}

/** What editors call the tokens, by our classes: the first that a theme has a color for counts. */
const SCOPES: Record<string, readonly string[]> = {
  k: ['keyword.control', 'keyword', 'storage.type'],
  s: ['string.quoted.double', 'string'],
  c: ['comment.line', 'comment'],
  n: ['constant.numeric', 'constant'],
  t: ['entity.name.type', 'entity.name.class', 'support.class', 'support.type'],
  f: ['entity.name.function', 'support.function'],
  a: ['entity.other.attribute-name', 'support.type.property-name', 'variable.other.property'],
  v: ['variable.other.readwrite', 'variable.other', 'variable'],
  b: ['support.function.builtin', 'support.function', 'support.class'],
  m: ['meta.preprocessor', 'keyword.control.directive', 'comment'],
  r: ['string.regexp', 'string'],
  g: ['entity.name.tag', 'keyword'],
  i: ['markup.inserted'],
  d: ['markup.deleted'],
};

/** Names of themes that are ours. */
const OWN = /^(default|monochrome)-(light|dark)$/;
/** How much of a text's color is in lines and in texts that are less important. */
const LINED = 0.18;
const MUTED = 0.62;

const kept = new Map<string, CodeColors>();
let folder: string | undefined;

/** The colors of a theme by its name; those of the usual one for a name that is none. `ground` is that of the look. */
export function codeColors(name: string, mode: Mode, ground: Ground): CodeColors {
  const [, kind, own] = OWN.exec(name) ?? [];
  if (own === 'light' || own === 'dark') return ownColors(own === mode ? ground : GROUND[own], own, kind === 'default');
  const known = kept.get(name) ?? readTheme(name);
  if (!known) return ownColors(ground, mode, true);
  kept.set(name, known);
  return known;
}

function ownColors(ground: Ground, mode: Mode, isColored: boolean): CodeColors {
  const colors = Object.entries(TOKENS).map(([token, named]): [string, Color] => [
    token,
    (isColored ? colorOf(NAMED[named], mode) : undefined) ?? ground.text,
  ]);
  const tokens = { ...Object.fromEntries(colors), c: ground.muted, m: ground.muted };
  return legible({ page: ground.subtle, text: ground.text, line: ground.line, muted: ground.muted, tokens });
}

/** Every color as it is or, where it could not be read, the nearest that can. */
function legible({ page, text, muted, line, tokens }: CodeColors): CodeColors {
  const written = readable(text, [page], LEAST);
  const surfaces = [page, mix(written, page, MARKED)];
  const read = (color: Color): Color => readable(color, surfaces, LEAST);
  const all = Object.entries(tokens).map(([token, color]): [string, Color] => [token, read(color)]);
  return { page, line, text: read(text), muted: read(muted), tokens: Object.fromEntries(all) };
}

function readTheme(name: string): CodeColors | undefined {
  const theme = themeFile(name);
  if (!theme) return undefined;
  const ground = GROUND[theme.type === 'light' ? 'light' : 'dark'];
  const page = over(theme.colors?.['editor.background'], ground.page) ?? ground.page;
  const text = over(theme.colors?.['editor.foreground'] ?? foregroundOf(theme), page) ?? ground.text;
  const tokens = Object.keys(SCOPES).map((token): [string, Color] => [token, tokenColor(theme, token, page) ?? text]);
  const [line, muted] = [mix(text, page, LINED), mix(text, page, MUTED)];
  return legible({ page, text, line, muted, tokens: Object.fromEntries(tokens) });
}

function themeFile(name: string): ThemeFile | undefined {
  folder ??= dirname(createRequire(import.meta.url).resolve('tm-themes/themes/nord.json'));
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return undefined;
  try {
    return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as ThemeFile;
  } catch {
    return undefined;
  }
}

/** The color of texts in a theme that gives it with its tokens only. */
const foregroundOf = ({ tokenColors = [] }: ThemeFile): string | undefined =>
  tokenColors.find(({ scope }) => scope === undefined)?.settings?.foreground;

function tokenColor(theme: ThemeFile, token: string, page: Color): Color | undefined {
  for (const scope of SCOPES[token] ?? []) {
    const color = over(colorOfScope(theme, scope), page);
    if (color) return color;
  }
  return undefined;
}

/** The color of the rule that names a scope most exactly; of equal ones the last. Rules for scopes in others are left out. */
function colorOfScope({ tokenColors = [] }: ThemeFile, wanted: string): string | undefined {
  let best = '';
  let color: string | undefined;
  for (const { scope = [], settings } of tokenColors) {
    if (settings?.foreground === undefined) continue;
    for (const named of selectorsIn(scope)) {
      if (named.length < best.length || (wanted !== named && !wanted.startsWith(`${named}.`))) continue;
      best = named;
      color = settings.foreground;
    }
  }
  return color;
}

const selectorsIn = (scope: string | readonly string[]): string[] =>
  (typeof scope === 'string' ? scope.split(',') : [...scope]).map((one) => one.trim()).filter((one) => one !== '');

/** A color of 3, 4, 6 or 8 hexadecimal digits over another one. */
function over(text: string | undefined, under: Color): Color | undefined {
  const [, short, long] = /^#(?:([0-9a-f]{3,4})|([0-9a-f]{6}|[0-9a-f]{8}))$/i.exec(text ?? '') ?? [];
  const digits = long ?? short?.replace(/./g, '$&$&');
  const color = digits === undefined ? undefined : readColor(`#${digits.slice(0, 6)}`);
  if (!color) return undefined;
  return digits?.length === 8 ? mix(color, under, parseInt(digits.slice(6), 16) / 255) : color;
}
