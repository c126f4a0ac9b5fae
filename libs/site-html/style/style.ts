import { createHash } from 'node:crypto';
import { ICON_CREDIT } from '../icons.js';
import type { StaticFile } from '../static-file.js';
import { API } from './api.js';
import { BASE } from './base.js';
import { CARDS } from './cards.js';
import { CODE } from './code.js';
import { FRAME } from './frame.js';
import { GROUPS } from './groups.js';
import { HEADER } from './header.js';
import { DEFAULT_LOOK, lookStyle, type SiteLook } from './look.js';
import { MEDIA } from './media.js';
import { MODES } from './modes.js';
import { NAMED_STYLE, namedTexts, TOKEN_STYLE } from './named.js';
import { PAGE } from './page.js';
import { PLACES } from './places.js';
import { DIALOG } from './scripted.js';
import { SHARED } from './shared.js';
import { TABLES } from './tables.js';
import { tight } from './tight.js';
import { TEXT } from './text.js';
import { variantStyle } from './variants.js';
import { WIDGETS } from './widgets.js';

function sheet(name: string, text: string): StaticFile {
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);
  return { name: `${name}.${digest}.css`, type: 'text/css; charset=utf-8', text };
}

/** What every page needs. */
const CORE = tight([BASE, SHARED, HEADER, FRAME, PAGE, TEXT, CODE, TABLES, MODES].join('')) + TOKEN_STYLE;

/** The style sheet of the pages of a site: what every page needs, in its look. */
export const pageStyle = (look: SiteLook): string =>
  `/*! ${ICON_CREDIT} */${lookStyle(look)}${namedTexts(look)}${CORE}${variantStyle(look)}`;

/** The style sheet of pages that have the usual look. */
export const STYLE = sheet('page', pageStyle(DEFAULT_LOOK));

/** What only some pages need, in sheets that follow the one of all pages. */
export const SHEETS = {
  /** Blocks that most pages have none of. */
  blocks: sheet('blocks', tight([MEDIA, GROUPS, CARDS, WIDGETS, API].join('')) + NAMED_STYLE),
  /** Pages that are no documents. */
  places: sheet('places', tight(PLACES)),
  /** The dialog that searches; a script loads it. */
  dialog: sheet('dialog', tight(DIALOG)),
};

/** Classes of blocks that other things have as well, and that are styled within what is in the sheet only. */
const OF_OTHERS = ['body', 'code', 'cover', 'icon', 'large', 'logo', 'path', 'table', 'title'];
const ofBlocks = new Set([...SHEETS.blocks.text.matchAll(/\.(-?[a-z][\w-]*)/gi)].map(([, name = '']) => name));
for (const name of OF_OTHERS) ofBlocks.delete(name);
/** What only blocks have: a class of theirs, a formula, or a table with a field. */
const BLOCKS = new RegExp(`class="(?:[^" ]+ )*(?:${[...ofBlocks].join('|')})[ "]|<math|data-search=`);

/** The sheets besides that of all pages that a page needs, by what is drawn. */
export function sheetsFor(html: string, isDocument: boolean): StaticFile[] {
  return [...(BLOCKS.test(html) ? [SHEETS.blocks] : []), ...(isDocument ? [] : [SHEETS.places])];
}
