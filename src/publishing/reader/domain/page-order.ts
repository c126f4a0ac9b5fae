import type { ShownNode, ShownPages } from '#content';

/** The documents of a tree in the order in which they are read, without those that menus leave out. */
export interface PageOrder {
  pages: readonly ShownNode[];
  /** The place of a page in `pages`, by its id. */
  places: ReadonlyMap<string, number>;
}

const orders = new WeakMap<ShownPages, PageOrder>();

/** Computed once for a tree. */
export function pageOrderOf(tree: ShownPages): PageOrder {
  const known = orders.get(tree);
  if (known) return known;
  const pages = [...listed(tree.roots)];
  const order = { pages, places: new Map(pages.map(({ record }, at) => [record.id, at])) };
  orders.set(tree, order);
  return order;
}

/** The pages before and after one, if any. */
export function neighboursOf(tree: ShownPages, pageId: string): { previous?: ShownNode; next?: ShownNode } {
  const { pages, places } = pageOrderOf(tree);
  const at = places.get(pageId);
  if (at === undefined) return {};
  const [previous, next] = [pages[at - 1], pages[at + 1]];
  return { ...(previous ? { previous } : {}), ...(next ? { next } : {}) };
}

function* listed(nodes: readonly ShownNode[]): Generator<ShownNode> {
  const pending = [...nodes].reverse();
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.record.hidden === true) continue;
    if (node.record.type === 'document') yield node;
    for (let at = node.pages.length - 1; at >= 0; at--) pending.push(node.pages[at] as ShownNode);
  }
}
