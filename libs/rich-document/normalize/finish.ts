import { anchorInPlace } from '../keys/anchors.js';
import { keyInPlace } from '../keys/keys.js';
import type { RichDocument } from '../model.js';
import { normalizeDocument } from './document.js';

/** Normal form, anchors and keys for a tree that the caller alone uses, so it is changed in place. */
export function finishParsed(document: RichDocument): RichDocument {
  const normal = normalizeDocument(document);
  anchorInPlace(normal);
  keyInPlace(normal.nodes);
  return normal;
}
