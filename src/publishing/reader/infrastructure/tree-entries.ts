import type { ShownNode, ShownPages } from '#content';
import type { TreeEntry } from '#site-html';
import { hrefOfPage, isReached, type References } from './references.js';

/** Entries of one level around the current page, so that no page grows with the pages of its space. */
const MOST_SIBLINGS = 120;
/** Entries that are shown at all, besides those that lead to the current page. */
const MOST_ENTRIES = 200;

/**
 * The tree as a page shows it: the top level, what is beside and below the current page and those above it, and the
 * groups of the top level as long as that is not too much.
 */
export function treeEntries(tree: ShownPages, current: ShownNode, base: string, references: References): TreeEntry[] {
  const above = new Set(tree.ancestorsOf(current.record.id).map(({ record }) => record.id));
  let left = MOST_ENTRIES;
  const shown = (nodes: readonly ShownNode[]): ShownNode[] => {
    const visible = nodes.filter(({ record }) => record.hidden !== true || record.id === current.record.id);
    if (visible.length <= MOST_SIBLINGS) return visible;
    const at = Math.max(
      0,
      visible.findIndex(({ record }) => record.id === current.record.id || above.has(record.id)),
    );
    const start = Math.max(0, Math.min(at - MOST_SIBLINGS / 2, visible.length - MOST_SIBLINGS));
    return visible.slice(start, start + MOST_SIBLINGS);
  };
  const entry = (node: ShownNode, depth: number): TreeEntry => {
    left--;
    const { record, pages } = node;
    const isCurrent = record.id === current.record.id;
    const below = shown(pages);
    const onTheWay = isCurrent || above.has(record.id);
    const target = record.target && references.target(record.target);
    const href = record.type === 'link' ? target?.href : isReached(node) ? hrefOfPage(base, tree, node) : undefined;
    // What is below an entry that leads nowhere is reached through it alone.
    const isShown = onTheWay || href === undefined || (depth === 0 && record.type === 'group' && left > below.length);
    const open = below.length > 0 && isShown;
    return {
      kind: record.type === 'link' ? 'link' : record.type === 'group' ? 'group' : 'page',
      title: record.linkTitle ?? record.title,
      href,
      emoji: record.emoji,
      icon: record.icon,
      current: isCurrent,
      blank: record.target?.kind === 'url',
      parent: below.length > 0,
      open,
      children: open ? below.map((child) => entry(child, depth + 1)) : [],
    };
  };
  return shown(tree.roots).map((node) => entry(node, 0));
}
