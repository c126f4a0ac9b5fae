import { expandable, textNode } from '../build.js';
import type { Block } from '../model.js';
import { calloutBlock, isCallout } from './callouts.js';
import type { Callout } from './callouts.js';
import type { FrameStack } from './frame.js';
import type { Attributes } from './html/html.js';
import { codeGroup } from './tab-blocks.js';

/** A callout of this type whose title, if there is one, is a line of Markdown. */
export function calloutOf(stack: FrameStack, type: string, { title, folds }: Attributes): Callout {
  return {
    type,
    title: title === undefined ? undefined : title === '' ? [] : stack.inlineNodes(title),
    folds: folds === 'open' || folds === 'closed' ? folds : undefined,
  };
}

/** Containers that only arrange what is in them. */
const TRANSPARENT = new Set(['raw', 'v-pre', 'no-v-pre']);

/** The blocks of a container of colons; undefined where its name is unknown. */
export function containerBlocks(
  name: string,
  { title, open }: { title: string | undefined; open: string | undefined },
  stack: FrameStack,
  blocks: Block[],
): Block[] | undefined {
  if (isCallout(name)) return [calloutBlock(calloutOf(stack, name, title === undefined ? {} : { title }), blocks)];
  if (name === 'details') {
    const shown = title === undefined ? [textNode('Details')] : stack.inlineNodes(title);
    return [expandable(shown, blocks, open !== undefined)];
  }
  if (name === 'code-group') return codeGroup(blocks);
  return TRANSPARENT.has(name) ? blocks : undefined;
}
