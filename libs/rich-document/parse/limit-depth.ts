import type { Annotation, Block, BlockType, Fragment } from '../model.js';
import { BRANCHES, FLOW_PARENTS, FRAGMENT_CHILDREN as SMALL, MAX_DEPTH, TOP_LEVEL } from '../schema.js';
import { fit } from './fit.js';

/** Blocks that contain no other flow blocks: allowed at the greatest depth. */
const LEAVES: ReadonlySet<BlockType> = new Set(TOP_LEVEL.filter((type) => !BRANCHES.has(type)));

/** Flattens what is nested deeper than a document may be into the deepest block allowed, in place; no word is lost. */
export function limitDepth(blocks: Block[], depth = 0): Block[] {
  if (depth >= MAX_DEPTH) return fit(blocks, LEAVES);
  for (const block of blocks) {
    if (block.type === 'table') for (const cell of block.fragments) limitFragment(cell, depth, SMALL['cell']);
    else if (block.type === 'expandable') limitFragment(block.fragments[1], depth);
    else if (BRANCHES.has(block.type) || FLOW_PARENTS.has(block.type)) {
      const holder = block as { nodes: Block[] };
      holder.nodes = limitDepth(holder.nodes, FLOW_PARENTS.has(block.type) ? depth + 1 : depth);
    }
  }
  return blocks;
}

/** The same for the body of an annotation, which is separate from the annotated block. */
export function limitAnnotation({ fragments: [body] }: Annotation): void {
  limitFragment(body, 0, SMALL['annotation-body']);
}

function limitFragment(fragment: Fragment, depth: number, allowed?: ReadonlySet<BlockType>): void {
  const isDeepest = depth + 1 === MAX_DEPTH;
  fragment.nodes = limitDepth(fragment.nodes, depth + 1);
  if (isDeepest && allowed !== undefined) fragment.nodes = fit(fragment.nodes, allowed);
}
