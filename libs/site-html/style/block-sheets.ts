import { createHash } from 'node:crypto';
import type { StaticFile } from '../static-file.js';
import { API } from './api.js';
import { CARDS } from './cards.js';
import { LINES } from './code.js';
import { COLUMNS, OPENING, STEPS, TABS, UPDATES } from './groups.js';
import { FORMULAS, MEDIA } from './media.js';
import { NAMED_STYLE, WIDTH_STYLE } from './named.js';
import { TYPED_TABLES } from './tables.js';
import { HINTS, NOTES } from './text.js';
import { tight } from './tight.js';
import { WIDGETS } from './widgets.js';

/** What only some documents have, each under a letter. They follow each other in this order. */
const PARTS: readonly (readonly [letter: string, style: string])[] = [
  ['a', tight(HINTS)],
  ['b', tight(NOTES)],
  ['c', tight(LINES)],
  ['d', tight(TYPED_TABLES)],
  ['e', tight(MEDIA)],
  ['f', tight(FORMULAS)],
  ['g', tight(TABS)],
  ['h', tight(STEPS)],
  ['i', tight(COLUMNS)],
  ['j', tight(OPENING)],
  ['k', tight(UPDATES)],
  ['l', tight(CARDS)],
  ['m', tight(WIDGETS)],
  ['n', tight(API)],
  ['o', NAMED_STYLE],
  ['p', WIDTH_STYLE],
];

/** Classes of parts that other things have as well, and that are styled within what is in the part only. */
const OF_OTHERS = new Set(['body', 'code', 'cover', 'icon', 'large', 'logo', 'path', 'table', 'title']);
/** What has no class: a formula, and a table with a field. */
const UNNAMED: readonly (readonly [text: string, letter: string])[] = [
  ['<math', 'f'],
  ['data-search=', 'm'],
];

const VERSION = createHash('sha256')
  .update(PARTS.map(([, style]) => style).join())
  .digest('hex')
  .slice(0, 8);
const NAME = new RegExp(`^blocks\\.${VERSION}\\.([a-z]{1,${PARTS.length}})\\.css$`);

const lettersOf = new Map<string, string>();
for (const [letter, style] of PARTS)
  for (const [, name = ''] of style.matchAll(/\.(-?[a-z][\w-]*)/gi))
    if (!OF_OTHERS.has(name)) lettersOf.set(name, (lettersOf.get(name) ?? '') + letter);

/** The name of the sheet with what is drawn and not styled on all pages; undefined where there is nothing of it. */
export function blockSheetFor(html: string): string | undefined {
  const needed = new Set<string>();
  const seen = new Set<string>();
  for (const [, names = ''] of html.matchAll(/ class="([^"]+)"/g)) {
    if (seen.has(names)) continue;
    seen.add(names);
    for (const name of names.split(' ')) for (const letter of lettersOf.get(name) ?? '') needed.add(letter);
  }
  for (const [text, letter] of UNNAMED) if (html.includes(text)) needed.add(letter);
  return needed.size === 0 ? undefined : nameOf([...needed].sort().join(''));
}

const nameOf = (letters: string): string => `blocks.${VERSION}.${letters}.css`;

/** The sheet with a name, which says what it has: any process can write it. Undefined for any other name. */
export function blockSheet(name: string): StaticFile | undefined {
  const [, letters] = NAME.exec(name) ?? [];
  if (letters === undefined) return undefined;
  const parts = PARTS.filter(([letter]) => letters.includes(letter));
  // One name for each sheet: others would fill what is kept of them.
  if (parts.map(([letter]) => letter).join('') !== letters) return undefined;
  return { name, type: 'text/css; charset=utf-8', text: parts.map(([, style]) => style).join('') };
}

/** The sheet of all blocks. */
export const ALL_BLOCKS = PARTS.map(([, style]) => style).join('');
