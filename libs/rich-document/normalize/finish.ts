import { anchorInPlace } from '../keys/anchors.js';
import { keyInPlace } from '../keys/keys.js';
import type { Block, RichDocument } from '../model.js';
import { normalizeParsed } from './document.js';

/**
 * Normal form, anchors and keys for a tree that the caller alone uses, so it is changed in place. `dropped`: its
 * top-level blocks that say nothing.
 */
export function finishParsed(tree: RichDocument): { document: RichDocument; dropped: ReadonlySet<Block> } {
  const { document, dropped } = normalizeParsed(tree);
  anchorInPlace(document);
  keyInPlace(document.nodes);
  return { document, dropped };
}
