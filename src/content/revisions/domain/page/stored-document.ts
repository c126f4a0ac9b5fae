import { canonicalJson } from '#kernel/domain/canonical-json';
import { headingAnchors, knownAnchors, renderWithSlots, type RichDocument } from '#rich-document';
import { hashOf } from '../map/node-hash.js';
import type { StoredDocument } from '../ports.js';
import { encodePart, linksOfDocument } from './stored-links.js';

/** The stored form of a document. Equal documents have equal hashes. */
export function storedDocument(document: RichDocument): StoredDocument {
  const body = canonicalJson(document);
  const { markdown, slots } = renderWithSlots(document);
  const links = linksOfDocument(document);
  return { hash: hashOf('document/1', body), body, markdown, slots, links, anchors: anchorsOf(document) };
}

/** The anchors of a document, then those that it is known by: each with the document's own behind a blank. */
export function anchorsOf(document: RichDocument): string[] {
  const own = headingAnchors(document).map(({ anchor }) => encodePart(anchor));
  const known = [...knownAnchors(document)].map(([name, anchor]) => `${encodePart(name)} ${encodePart(anchor)}`);
  return [...own, ...known];
}

/** The anchors of a document, and by others that it is known by, in lower case, its own. */
export interface DocumentAnchors {
  own: ReadonlySet<string>;
  known: ReadonlyMap<string, string>;
}

/** What `anchorsOf` wrote. */
export function readAnchors(stored: readonly string[]): DocumentAnchors {
  const own = new Set<string>();
  const known = new Map<string, string>();
  for (const entry of stored) {
    const [name = '', anchor] = entry.split(' ').map((part) => decodeURIComponent(part));
    if (anchor === undefined) own.add(name);
    else known.set(name, anchor);
  }
  return { own, known };
}
