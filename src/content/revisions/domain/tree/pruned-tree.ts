import { buildTree } from './build-tree.js';
import type { PageNode, TreeParts, TreeRecord } from './page-node.js';

/** A tree without the pages for which `holds` is false and those below them. Yields after every page with a condition. */
export function* prunedTree<R extends TreeRecord>(
  tree: TreeParts<R>,
  holds: (record: R) => boolean,
): Generator<void, TreeParts<R>> {
  // Of two pages with one path, the other may be shown.
  if (!tree.regular) return yield* buildTree(shown(tree.roots, holds), new Map());
  const nodes = new Map<string, PageNode<R> | undefined>();
  const paths = new Map<string, undefined>();
  const roots = yield* kept(tree.roots, holds, { nodes, paths });
  return { roots, nodes: tree.nodes.with(nodes), paths: tree.paths.with(paths), regular: true };
}

interface Changes<R extends TreeRecord> {
  nodes: Map<string, PageNode<R> | undefined>;
  paths: Map<string, undefined>;
}

function* kept<R extends TreeRecord>(
  siblings: readonly PageNode<R>[],
  holds: (record: R) => boolean,
  changes: Changes<R>,
): Generator<void, readonly PageNode<R>[]> {
  const left: PageNode<R>[] = [];
  for (const node of siblings) {
    if (node.conditions === 0) {
      left.push(node);
      continue;
    }
    const { record } = node;
    yield;
    if (record.condition !== undefined && !holds(record)) {
      drop([node], changes);
      continue;
    }
    const pages = node.pages.length === 0 ? node.pages : yield* kept(node.pages, holds, changes);
    let size = 1;
    let conditions = record.condition === undefined ? 0 : 1;
    for (const page of pages) {
      size += page.size;
      conditions += page.conditions;
    }
    const changed = size === node.size ? node : { ...node, pages, size, conditions };
    if (changed !== node) changes.nodes.set(record.id, changed);
    left.push(changed);
  }
  return left;
}

function drop<R extends TreeRecord>(branch: readonly PageNode<R>[], changes: Changes<R>): void {
  const pending = [...branch];
  for (let node = pending.pop(); node; node = pending.pop()) {
    changes.nodes.set(node.record.id, undefined);
    if (node.path !== undefined) changes.paths.set(node.path, undefined);
    for (const below of node.pages) pending.push(below);
  }
}

/** The pages whose own condition and those of all their ancestors hold. */
function* shown<R extends TreeRecord>(
  siblings: readonly PageNode<R>[],
  holds: (record: R) => boolean,
): Generator<R, void> {
  for (const { record, pages } of siblings) {
    if (record.condition !== undefined && !holds(record)) continue;
    yield record;
    yield* shown(pages, holds);
  }
}
