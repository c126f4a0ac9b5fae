import { readEmoji, type InlineNode } from '#rich-document';

/** The words that inline content shows, for names and outlines. */
export function wordsOf(nodes: readonly InlineNode[]): string {
  let words = '';
  for (const node of nodes) words += wordsOfOne(node);
  return words;
}

function wordsOfOne(node: InlineNode): string {
  if (node.object === 'text') return node.leaves.map(({ text }) => text).join('');
  switch (node.type) {
    case 'link':
    case 'annotation':
      return wordsOf(node.nodes);
    case 'emoji':
      return readEmoji(node.data.code) ?? '';
    case 'expression':
      return node.data.expression;
    case 'inline-math':
      return node.data.formula;
    case 'inline-image':
      return node.data.alt ?? '';
    case 'button':
      return node.data.label;
    case 'icon':
    case 'mention':
      return '';
  }
}
