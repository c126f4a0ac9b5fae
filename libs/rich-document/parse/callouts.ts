import { expandable, paragraph, textNode } from '../build.js';
import type { Block, Hint, InlineNode } from '../model.js';

type Style = Hint['data']['style'];

/** The types of callouts that documentation tools know, and what colour of hint says the same. */
const STYLES: ReadonlyMap<string, Style> = new Map<string, Style>([
  ...each('info', 'note info important abstract summary tldr todo example question help faq quote cite seealso'),
  ...each('success', 'tip hint success check done'),
  ...each('warning', 'warning warn attention'),
  ...each('danger', 'caution danger error failure fail missing bug'),
]);
/** What the colour of a hint says by itself; any other type is said in words, where the author gave no title. */
const SAID_BY_COLOUR: ReadonlySet<string> = new Set(
  'note info tip hint success check done warning warn attention caution danger error failure fail'.split(' '),
);

function each(style: Style, types: string): [string, Style][] {
  return types.split(' ').map((type) => [type, style]);
}

export const isCallout = (type: string): boolean => STYLES.has(type.toLowerCase());

/** A callout as it is read. */
export interface Callout {
  type: string;
  /** Undefined where its author gave none; empty where none is to be shown. */
  title: InlineNode[] | undefined;
  /** It folds: it is an expandable, open or not. */
  folds?: 'open' | 'closed' | undefined;
}

/** A callout as a hint whose title is its first line, in bold; one that folds is an expandable. */
export function calloutBlock({ type, title, folds }: Callout, blocks: Block[]): Block {
  const known = type.toLowerCase();
  if (folds !== undefined) {
    const shown = title === undefined || title.length === 0 ? [textNode(capitalized(known))] : title;
    return expandable(shown, blocks, folds === 'open');
  }
  const words = title ?? (SAID_BY_COLOUR.has(known) ? [] : [textNode(capitalized(known))]);
  const nodes = [...(words.length === 0 ? [] : [paragraph(bold(words))]), ...blocks];
  return {
    object: 'block',
    type: 'hint',
    isVoid: false,
    data: { style: STYLES.get(known) ?? 'info' },
    nodes: nodes.length === 0 ? [paragraph([])] : nodes,
  };
}

const capitalized = (type: string): string => type.charAt(0).toUpperCase() + type.slice(1).replace(/[-_]+/g, ' ');

/** The texts of a line in bold. */
function bold(nodes: InlineNode[]): InlineNode[] {
  return nodes.map((node) => {
    if (node.object === 'inline') return node;
    const leaves = node.leaves.map((leaf) => {
      if (leaf.marks.some(({ type }) => type === 'bold')) return leaf;
      return { ...leaf, marks: [...leaf.marks, { object: 'mark' as const, type: 'bold' as const }] };
    });
    return { ...node, leaves };
  });
}
