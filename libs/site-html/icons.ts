import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { IconShape } from '#page-html';
import type { IconStyle } from './model.js';

/** What the licence of the shapes, CC BY 4.0, asks to be said where they are used: in the style sheet. */
export const ICON_CREDIT = 'Icons: Font Awesome Free by @fontawesome, https://fontawesome.com, CC BY 4.0';

/** A small circle, for icons that are not among those of the package. */
export const NEUTRAL_ICON: IconShape = {
  viewBox: '0 0 512 512',
  path: 'M256 96a160 160 0 1 0 0 320a160 160 0 1 0 0-320zm0 48a112 112 0 1 1 0 224a112 112 0 1 1 0-224z',
};

/**
 * The folders of the package in the order in which they are looked through. The free package has filled shapes and few
 * others, so the style sheet of a look draws thinner lines around the filled ones.
 */
const FOLDERS: Record<IconStyle, readonly string[]> = {
  regular: ['regular', 'solid', 'brands'],
  light: ['solid', 'regular', 'brands'],
  thin: ['solid', 'regular', 'brands'],
  solid: ['solid', 'regular', 'brands'],
  duotone: ['solid', 'regular', 'brands'],
};

/** Shapes that are kept, of about 700 bytes each. */
const MOST_KEPT = 1_000;
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST_NAME = 60;
const FILE = /viewBox="([\d. ]+)">(?:<!--[^]*?-->)?<path fill="currentColor" d="([^"]+)"\/><\/svg>/;

const kept = new Map<string, FoundIcon>();
let packageFolder: string | undefined;

/**
 * The shape of an icon by its name, which may be an older one, or begin with `fa-`. Where the package does not have it,
 * the last words of the name are left out until one is found, as in `book-sparkles`, and the neutral shape is the last
 * resort. Undefined for what can't be the name of an icon. A file is read when its icon is first drawn.
 */
export function iconShape(name: string, style: IconStyle = 'regular'): IconShape | undefined {
  return iconOf(name, style)?.shape;
}

/** An icon with the file of the package that it is from: none for the neutral shape. */
export interface FoundIcon {
  shape: IconShape;
  /** Such as `solid/house`. */
  file?: string | undefined;
}

/** The same with where it was found. */
export function iconOf(name: string, style: IconStyle = 'regular'): FoundIcon | undefined {
  const plain = plainName(name);
  if (plain === undefined) return undefined;
  const folders = FOLDERS[style];
  const key = `${folders[0] ?? ''}/${plain}`;
  const known = kept.get(key);
  if (known) return keep(key, known);
  return keep(key, closest(plain, folders));
}

/** The names of all icons of the package with their folders, sorted. */
export function iconFiles(): string[] {
  return ['brands', 'regular', 'solid'].flatMap((folder) =>
    readdirSync(join(folderOfPackage(), folder))
      .sort()
      .map((file) => `${folder}/${file.replace(/\.svg$/, '')}`),
  );
}

/** The shape of an icon of the package. */
export const shapeIn = (file: string): IconShape | undefined => readShape(join(folderOfPackage(), `${file}.svg`));

function folderOfPackage(): string {
  packageFolder ??= dirname(createRequire(import.meta.url).resolve('@fortawesome/fontawesome-free/package.json'));
  return join(packageFolder, 'svgs');
}

/** The name without what style sheets put before it: `fa-solid fa-house` is `house`. */
function plainName(name: string): string | undefined {
  const last =
    name
      .slice(0, 2 * LONGEST_NAME)
      .trim()
      .split(/\s+/)
      .at(-1) ?? '';
  const plain = last.toLowerCase().replace(/^fa-/, '');
  return plain.length <= LONGEST_NAME && NAME.test(plain) ? plain : undefined;
}

function closest(name: string, folders: readonly string[]): FoundIcon {
  const words = name.split('-');
  for (let length = words.length; length > 0; length--) {
    const found = read(words.slice(0, length).join('-'), folders);
    if (found) return found;
  }
  return { shape: NEUTRAL_ICON };
}

function read(name: string, folders: readonly string[]): FoundIcon | undefined {
  for (const folder of folders) {
    const file = `${folder}/${name}`;
    const shape = shapeIn(file);
    if (shape) return { shape, file };
  }
  return undefined;
}

function readShape(file: string): IconShape | undefined {
  try {
    const [, viewBox, path] = FILE.exec(readFileSync(file, 'utf8')) ?? [];
    return viewBox === undefined || path === undefined ? undefined : { viewBox, path };
  } catch {
    return undefined;
  }
}

/** Moves a shape behind all others; the one that was not used for longest is in front. */
function keep(key: string, icon: FoundIcon): FoundIcon {
  kept.delete(key);
  kept.set(key, icon);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return icon;
}
