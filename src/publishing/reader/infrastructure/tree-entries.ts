import type { ShownNode, ShownPages } from '#content';
import type { ContentRef } from '#rich-document';
import type { TreeEntry } from '#site-html';
import { hrefOfPage, isReached, type References } from './references.js';

/** Entries of one level, around the one that leads to the current page. */
const MOST_SIBLINGS = 30;
/** Entries of a tree, so that no page grows with the pages of its space. */
const MOST_ENTRIES = 54;
/** Entries of a level however deep the current page is. */
const LEAST_SIBLINGS = 6;

/** What a page shows of the tree. */
export interface ShownTree {
  entries: TreeEntry[];
  /** Whether a level has more than it shows, or a group of the top level is closed for want of room. */
  cut: boolean;
}

/**
 * The tree as a page shows it: the levels that lead to the current page, the one below it, and the groups of the top
 * level as long as there is room.
 */
export function treeEntries(
  tree: ShownPages,
  current: ShownNode,
  base: string,
  references: Pick<References, 'target'>,
): ShownTree {
  const way = [...tree.ancestorsOf(current.record.id), current];
  const onTheWay = new Set(way.map(({ record }) => record.id));
  const levels = [tree.roots, ...way.map(({ pages }) => pages)].map((nodes) => listed(nodes, onTheWay));
  const share = Math.max(LEAST_SIBLINGS, Math.floor(MOST_ENTRIES / levels.length));
  const width = Math.min(MOST_SIBLINGS, share);
  let left = MOST_ENTRIES - levels.reduce((sum, { length }) => sum + Math.min(width, length), 0);
  let cut = levels.some(({ length }) => length > width);

  /**
   * What is below a node where it is open: on the way, or, where there is room, a group of the top level or an entry that
   * leads nowhere, through which alone it is reached.
   */
  const below = (node: ShownNode, depth: number): ShownNode[] => {
    const pages = listed(node.pages, onTheWay);
    if (onTheWay.has(node.record.id)) return around(pages, onTheWay, width);
    if ((depth > 0 || node.record.type !== 'group') && leadsSomewhere(node)) return [];
    if (pages.length > Math.min(left, MOST_SIBLINGS)) {
      cut = true;
      return [];
    }
    left -= pages.length;
    return pages;
  };
  const entry = (node: ShownNode, depth: number): TreeEntry => {
    const children = below(node, depth);
    return {
      ...linkOf(node, tree, base, references),
      current: node.record.id === current.record.id,
      parent: listed(node.pages, onTheWay).length > 0,
      open: children.length > 0,
      children: children.map((child) => entry(child, depth + 1)),
    };
  };
  const entries = around(levels[0] ?? [], onTheWay, width).map((node) => entry(node, 0));
  return { entries, cut };
}

/** What the links in the tree that a page shows lead to: of a large tree few are shown. */
export function shownLinks(tree: ShownPages, current: ShownNode): ContentRef[] {
  const found: ContentRef[] = [];
  const noting = { target: (ref: ContentRef): undefined => void found.push(ref) };
  treeEntries(tree, current, '', noting);
  return found;
}

const leadsSomewhere = (node: ShownNode): boolean => node.record.type === 'link' || isReached(node);

/** Without what menus leave out, unless it is read. */
const listed = (nodes: readonly ShownNode[], onTheWay: ReadonlySet<string>): ShownNode[] =>
  nodes.filter(({ record }) => record.hidden !== true || onTheWay.has(record.id));

/** At most so many of a level, with as many before as after the one on the way. */
function around(nodes: readonly ShownNode[], onTheWay: ReadonlySet<string>, most: number): ShownNode[] {
  const at = Math.max(
    0,
    nodes.findIndex(({ record }) => onTheWay.has(record.id)),
  );
  const start = Math.max(0, Math.min(at - Math.floor(most / 2), nodes.length - most));
  return nodes.slice(start, start + most);
}

/** What a page, a group or a link is called in menus, and where it leads. */
export function linkOf(
  node: ShownNode,
  tree: ShownPages,
  base: string,
  references: Pick<References, 'target'>,
): Pick<TreeEntry, 'kind' | 'title' | 'href' | 'emoji' | 'icon' | 'blank'> {
  const { record } = node;
  const target = record.target && references.target(record.target);
  return {
    kind: record.type === 'link' || record.type === 'group' ? record.type : 'page',
    title: record.linkTitle ?? record.title,
    href: record.type === 'link' ? target?.href : isReached(node) ? hrefOfPage(base, tree, node) : undefined,
    emoji: record.emoji,
    icon: record.icon,
    blank: record.target?.kind === 'url',
  };
}
