import { createHash } from 'node:crypto';
import { ICON_CREDIT, iconFiles, iconOf, shapeIn } from './icons.js';
import type { IconStyle } from './model.js';
import type { StaticFile } from './static-file.js';

/** Icons in one file. */
const MOST_ICONS = 96;
const CODE_LENGTH = 2;
/** Changes with how files are written. */
const FORM = 2;
const CODE = /[\w-]{2}/g;
const NAME = new RegExp(`^icons\\.([\\w-]{4})\\.((?:[\\w-]{${CODE_LENGTH}}){1,${MOST_ICONS}})\\.svg$`);
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The icons of the package with their codes: two characters each, of which there are enough for 4,096. */
interface Package {
  version: string;
  codes: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
}

let known: Package | undefined;

function icons(): Package {
  if (known) return known;
  const all = iconFiles().slice(0, DIGITS.length ** CODE_LENGTH);
  const version = createHash('sha256')
    .update(FORM + all.join())
    .digest('base64url')
    .slice(0, 4);
  const codes = new Map(all.map((file, index) => [file, codeOf(index)]));
  known = { version, codes, files: new Map([...codes].map(([file, code]) => [code, file])) };
  return known;
}

const codeOf = (index: number): string =>
  (DIGITS[Math.floor(index / DIGITS.length)] ?? '') + (DIGITS[index % DIGITS.length] ?? '');

/**
 * Names of files with icons, each with the place of the icon in it, by the names of the icons. The name of a file says
 * which icons it has, so any process can write it, and it never changes. Icons that are not of the package are
 * left out.
 */
export function iconSheets(names: Iterable<string>, style: IconStyle): Map<string, string> {
  const { version, codes } = icons();
  const coded = new Map<string, string>();
  for (const name of names) {
    const file = coded.has(name) ? undefined : iconOf(name, style)?.file;
    const code = file === undefined ? undefined : codes.get(file);
    if (code !== undefined) coded.set(name, code);
  }
  const all = [...new Set(coded.values())].sort();
  const sheets = new Map<string, string>();
  for (let at = 0; at < all.length; at += MOST_ICONS) {
    const part = all.slice(at, at + MOST_ICONS);
    for (const code of part) sheets.set(code, `icons.${version}.${part.join('')}.svg#${code}`);
  }
  return new Map([...coded].map(([name, code]) => [name, sheets.get(code) ?? '']));
}

/** The file of icons with a name; undefined for any other name. */
export function iconSheet(name: string): StaticFile | undefined {
  const [, version, list = ''] = NAME.exec(name) ?? [];
  const { version: current, files } = icons();
  if (version !== current) return undefined;
  const symbols = (list.match(CODE) ?? []).map((code) => {
    const shape = shapeIn(files.get(code) ?? '');
    return shape
      ? `<symbol id="${code}" overflow="visible" viewBox="${shape.viewBox}"><path d="${shape.path}"/></symbol>`
      : '';
  });
  const text = `<svg xmlns="http://www.w3.org/2000/svg"><!-- ${ICON_CREDIT} -->${symbols.join('')}</svg>`;
  return { name, type: 'image/svg+xml', text };
}
