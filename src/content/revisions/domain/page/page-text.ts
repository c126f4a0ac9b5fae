import { Invalid } from '#kernel/domain/errors';
import type { ContentRef, ReferenceUse, RichDocument } from '#rich-document';
import type { StoredDocument } from '../ports.js';
import type { PageFields } from './page-fields.js';

/** A parsed page; the addresses in its links are not resolved yet. */
export interface PageText {
  title?: string;
  fields: PageFields;
  document: RichDocument;
}

/** Resolves an address in a document to a reference; undefined leaves the address as it is. */
export type ResolveHref = (href: string, use: ReferenceUse) => ContentRef | undefined;

/** Parses and stores documents of pages, large ones in worker processes. */
export abstract class PageTexts {
  abstract readMarkdown(markdown: string): Promise<PageText>;
  /** Throws Invalid with the path of the invalid value. */
  abstract readDocument(value: unknown): Promise<RichDocument>;
  /** Throws Invalid where the value is no content reference. */
  abstract readReference(value: unknown): ContentRef;
  /** Prepares a document for storing; blocks that match one of `previous` (JSON) keep its key. */
  abstract store(document: RichDocument, resolve: ResolveHref, previous: string | undefined): Promise<StoredDocument>;
}

/** Throws where a stored document exceeds the limit. */
export function requireSize(document: StoredDocument, maxBytes: number): void {
  const size = Buffer.byteLength(document.body);
  if (size > maxBytes) throw new Invalid(`A document takes at most ${maxBytes} bytes of JSON; this one has ${size}`);
}
