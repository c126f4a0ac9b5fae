import type { ShownNode, ShownPages } from '#content';

/** The documents of a tree in the order in which they are read, without those that menus leave out. */
export function pageOrderOf(tree: ShownPages): Generator<ShownNode> {
  return listed(tree.roots);
}

/** The pages before and after one in that order, if any. Looks only at the pages around it. */
export function neighboursOf(tree: ShownPages, pageId: string): { previous?: ShownNode; next?: ShownNode } {
  const page = tree.get(pageId);
  const above = page ? tree.ancestorsOf(pageId) : [];
  if (page?.record.type !== 'document' || [...above, page].some(isHidden)) return {};
  const previous = pageBefore(tree, page, above);
  const next = firstIn(page.pages) ?? pageBehind(tree, page, above);
  return { ...(previous ? { previous } : {}), ...(next ? { next } : {}) };
}

function pageBefore(tree: ShownPages, page: ShownNode, above: readonly ShownNode[]): ShownNode | undefined {
  let node = page;
  for (let depth = above.length; depth >= 0; depth--) {
    const parent = above[depth - 1];
    const siblings = parent ? parent.pages : tree.roots;
    const found = lastIn(siblings, siblings.indexOf(node));
    if (found || !parent) return found;
    if (parent.record.type === 'document') return parent;
    node = parent;
  }
  return undefined;
}

function pageBehind(tree: ShownPages, page: ShownNode, above: readonly ShownNode[]): ShownNode | undefined {
  let node = page;
  for (let depth = above.length; depth >= 0; depth--) {
    const parent = above[depth - 1];
    const siblings = parent ? parent.pages : tree.roots;
    const found = firstIn(siblings, siblings.indexOf(node) + 1);
    if (found || !parent) return found;
    node = parent;
  }
  return undefined;
}

/** The first document of some branches, from one of them on. */
function firstIn(branches: readonly ShownNode[], from = 0): ShownNode | undefined {
  for (const page of listed(branches, from)) return page;
  return undefined;
}

/** The last document of the branches before one. */
function lastIn(branches: readonly ShownNode[], end: number): ShownNode | undefined {
  const pending = [{ branches, at: end, node: undefined as ShownNode | undefined }];
  for (let level = pending.at(-1); level; level = pending.at(-1)) {
    const node = level.branches[--level.at];
    if (!node) {
      if (level.node?.record.type === 'document') return level.node;
      pending.pop();
    } else if (!isHidden(node)) {
      pending.push({ branches: node.pages, at: node.pages.length, node });
    }
  }
  return undefined;
}

function* listed(branches: readonly ShownNode[], from = 0): Generator<ShownNode> {
  const pending = [{ branches, at: from }];
  for (let level = pending.at(-1); level; level = pending.at(-1)) {
    const node = level.branches[level.at++];
    if (!node) pending.pop();
    else if (!isHidden(node)) {
      if (node.record.type === 'document') yield node;
      pending.push({ branches: node.pages, at: 0 });
    }
  }
}

const isHidden = ({ record }: ShownNode): boolean => record.hidden === true;
