import type { Block, InlineNode } from '../../model.js';
import { inlinesText } from '../../text.js';
import type { Unread } from '../unread.js';
import type { Attributes } from './html.js';

/** How a report calls the width and height of an image within a line. */
export const SIZE_IN_LINE = 'size of an image in a line';
/** Classes that have a meaning here. */
const CLASSES =
  /(?:^|\s)(?:button|primary|secondary|expression|math|gitbook-drawing|emoji|footnote\S*|(?:lang|language|fa)-\S+|contains-task-list|task-list-item\S*)(?=\s|$)/;
/** Elements whose title says more about their words. */
const TITLED = new Set(['abbr', 'a', 'span', 'dfn']);
/** Elements whose classes only say which they are. */
const CLASSED = new Set(['div', 'section', 'article', 'p', 'span', 'table', 'font', 'center', 'ul', 'ol', 'a']);

/** Notes the attributes of an element that say something and have no place in a document. */
export function noteAttributes(
  name: string,
  attributes: Attributes,
  raw: string,
  { unread, inHeading }: { unread: Unread; inHeading: boolean },
): void {
  const lose = (attribute: string): void => unread.add('lost-attribute', `${attribute} of <${name}>`, raw);
  const id = attributes['id'] ?? (name === 'a' ? attributes['name'] : undefined);
  if (id && !/^h[1-6]$/.test(name) && !(name === 'a' && inHeading)) lose('id');
  if (attributes['title'] && TITLED.has(name)) lose('title');
  const own = attributes['class'];
  if (own && CLASSED.has(name) && !CLASSES.test(own)) lose('class');
  if (name === 'font' && attributes['color']) lose('color');
}

/** Notes what is more than words in the head of a column, whose title is a text. */
export function noteHeader(blocks: readonly Block[], unread: Unread): void {
  for (const block of blocks) {
    if (block.type === 'paragraph') for (const node of block.nodes) noteNode(node, unread);
    else unread.add('lost-in-header', block.type);
  }
}

function noteNode(node: InlineNode, unread: Unread): void {
  if (node.object === 'text') {
    if (node.leaves.some(({ marks }) => marks.some(({ type }) => type === 'code')))
      unread.add('lost-in-header', 'code');
  } else if (node.type === 'link') {
    const { ref } = node.data;
    if (ref.kind !== 'url' || ref.url !== inlinesText(node.nodes)) unread.add('lost-in-header', 'link');
    for (const child of node.nodes) noteNode(child, unread);
  } else if (node.type !== 'emoji') unread.add('lost-in-header', node.type);
}
