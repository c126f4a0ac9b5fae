import type { ContentRef, UnreadNote } from '#rich-document';
import type { PageFields } from '../../../revisions/domain/page/frontmatter-fields.js';
import type { HrefUse, ResolveHref } from './resolve-href.js';

/** Counts the changes of the code that reads Markdown: what another version read is read again. */
export const READER = 6;

/** An address as it was written, what it was used for, and what it was found to mean; `null` for nothing. */
export type ReadLink = [href: string, use: HrefUse, ref: ContentRef | null];

/** What reading the Markdown of a page or a reusable content gave; kept, so that equal bytes are not read again. */
export interface SourceReading {
  /** `READER` at the time. */
  reader: number;
  /** From the frontmatter, else from the heading that leads the file. */
  title?: string;
  /** The anchor of that heading. */
  titleAnchor?: string;
  fields: PageFields;
  /** Every address that is not external, once. */
  links: ReadLink[];
  /** Frontmatter that was not understood, by its keys. */
  unknown: string[];
  /** What else was not understood or is not kept, with the lines of the file; absent where there is nothing. */
  unread?: UnreadNote[];
  /** Hash (hex) of the stored document. */
  document: string;
  /** There is nothing in the document: a page then has none. */
  empty: boolean;
  /** Hash (hex) of the kept text; absent where the file is no UTF-8. */
  source?: string;
}

/** Whether the same bytes, read now, would give the same: every address still means what it meant. */
export function stillHolds(reading: SourceReading, path: string, resolve: ResolveHref): boolean {
  if (reading.reader !== READER) return false;
  return reading.links.every(([href, use, ref]) => sameRef(resolve(path, href, use), ref));
}

function sameRef(a: ContentRef | undefined, b: ContentRef | null): boolean {
  if (a === undefined || b === null) return a === undefined && b === null;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name]);
}
