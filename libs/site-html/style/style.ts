import { createHash } from 'node:crypto';
import { ICON_CREDIT } from '../icons.js';
import type { StaticFile } from '../static-file.js';
import { BASE } from './base.js';
import { blockSheetFor } from './block-sheets.js';
import { CODE } from './code.js';
import { FRAME } from './frame.js';
import { HEADER } from './header.js';
import { DEFAULT_LOOK, lookStyle, type SiteLook } from './look.js';
import { MODES } from './modes.js';
import { namedTexts, TOKEN_STYLE } from './named.js';
import { PAGE } from './page.js';
import { PLACES } from './places.js';
import { DIALOG } from './scripted.js';
import { SHARED } from './shared.js';
import { TABLES } from './tables.js';
import { tight } from './tight.js';
import { TEXT } from './text.js';
import { variantStyle } from './variants.js';

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
  /** Pages that are no documents. */
  places: sheet('places', tight(PLACES)),
  /** The dialog that searches; a script loads it. */
  dialog: sheet('dialog', tight(DIALOG)),
};

/** The names of the sheets besides that of all pages that a page needs, by what is drawn. */
export function sheetsFor(html: string, isDocument: boolean): string[] {
  const blocks = blockSheetFor(html);
  return [...(blocks === undefined ? [] : [blocks]), ...(isDocument ? [] : [SHEETS.places.name])];
}
