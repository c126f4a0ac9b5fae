import { createHash } from 'node:crypto';
import { ICON_CREDIT } from '../icons.js';
import type { StaticFile } from '../scripts/scripts.js';
import { API } from './api.js';
import { BASE } from './base.js';
import { CODE } from './code.js';
import { FRAME } from './frame.js';
import { GROUPS } from './groups.js';
import { HEADER } from './header.js';
import { DEFAULT_LOOK, lookStyle } from './look.js';
import { MEDIA } from './media.js';
import { MODES } from './modes.js';
import { NAMED_STYLE } from './named.js';
import { PAGE } from './page.js';
import { SHARED } from './shared.js';
import { SCRIPTED } from './scripted.js';
import { TABLES } from './tables.js';
import { TEXT } from './text.js';

/** A style sheet without the spaces that only people need. */
const tight = (style: string): string =>
  style
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/ > /g, '>')
    .replace(/;?\}/g, '}')
    .trim();

const PARTS = [BASE, SHARED, HEADER, FRAME, PAGE, TEXT, CODE, MEDIA, GROUPS, TABLES, SCRIPTED, API, MODES];

const text = `/*! ${ICON_CREDIT} */${lookStyle(DEFAULT_LOOK)}${tight(PARTS.join(''))}${NAMED_STYLE}`;
const digest = createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The style sheet of all sites. A look has its own custom properties, which follow. */
export const STYLE: StaticFile = { name: `page.${digest}.css`, type: 'text/css; charset=utf-8', text };
