import { inlinesText, isHeading, type Block, type RichDocument } from '#rich-document';
import { anchorsOf, Ids } from './ids.js';

/** A heading with its anchor; `level` is 1 to 3. */
export interface OutlineEntry {
  id: string;
  text: string;
  level: 1 | 2 | 3;
}

/**
 * The headings of a document with the anchors that its page has, in order; those in tabs, expandables, hints, quotes,
 * lists, updates and tables are left out.
 */
export function outlineOf(document: RichDocument): OutlineEntry[] {
  const shown = new Set<Block>();
  const walk = (blocks: readonly Block[]): void => {
    for (const block of blocks) {
      if (isHeading(block)) shown.add(block);
      else if (block.type === 'if' || block.type === 'columns' || block.type === 'stepper') walk(block.nodes);
      else if (block.type === 'column' || block.type === 'stepper-step') walk(block.nodes);
    }
  };
  walk(document.nodes);
  return anchorsOf(document, new Ids()).flatMap(({ id, block }) => {
    if (!shown.has(block) || !isHeading(block)) return [];
    const text = inlinesText(block.nodes).replace(/\s+/g, ' ').trim();
    return text === '' ? [] : [{ id, text, level: Number(block.type.slice(-1)) as OutlineEntry['level'] }];
  });
}
