import { Invalid } from '#kernel/domain/errors';
import type { ContentRef, ReferenceUse, RichDocument } from '#rich-document';
import type { StoredDocument } from '../ports.js';
import type { PageFields } from './page-fields.js';

/** A body as it was read: its links still as they were written. */
export interface PageText {
  title?: string;
  fields: PageFields;
  document: RichDocument;
}

/** Tells what an address in a body refers to; undefined leaves it as it is. */
export type ResolveHref = (href: string, use: ReferenceUse) => ContentRef | undefined;

/** Reads and stores bodies of pages; large ones beside the event loop. */
export abstract class PageTexts {
  abstract readMarkdown(markdown: string): Promise<PageText>;
  /** Throws Invalid with the path of what is wrong. */
  abstract readDocument(value: unknown): Promise<RichDocument>;
  /** Throws Invalid where the value is no content reference. */
  abstract readReference(value: unknown): ContentRef;
  /** The document to be stored; blocks that are like those of `previous` (JSON) keep their keys. */
  abstract store(document: RichDocument, resolve: ResolveHref, previous: string | undefined): Promise<StoredDocument>;
}

/** Refuses a stored document over the limit. */
export function requireSize(document: StoredDocument, maxBytes: number): void {
  const size = Buffer.byteLength(document.body);
  if (size > maxBytes) throw new Invalid(`A document takes at most ${maxBytes} bytes of JSON; this one has ${size}`);
}
