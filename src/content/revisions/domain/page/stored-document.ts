import { canonicalJson } from '#kernel/domain/canonical-json';
import { headingAnchors, renderWithSlots, type RichDocument } from '#rich-document';
import { hashOf } from '../map/node-hash.js';
import type { StoredDocument } from '../ports.js';
import { encodePart, linksOfDocument } from './stored-links.js';

/** The stored form of a document. Equal documents have equal hashes. */
export function storedDocument(document: RichDocument): StoredDocument {
  const body = canonicalJson(document);
  const { markdown, slots } = renderWithSlots(document);
  const anchors = headingAnchors(document).map(({ anchor }) => encodePart(anchor));
  return { hash: hashOf('document/1', body), body, markdown, slots, links: linksOfDocument(document), anchors };
}
