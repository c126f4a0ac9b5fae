import { hasAddress } from '../page/has-address.js';
import { inOrder, NO_PAGES, type PageNode, type TreeParts, type TreeRecord } from './page-node.js';
import { sortInSteps } from './sort-in-steps.js';
import { SpreadMap } from './spread-map.js';

/** A node while its tree is built. */
interface Draft<R extends TreeRecord> extends PageNode<R> {
  parentId: string | null;
  pages: readonly Draft<R>[];
  path: string | undefined;
  size: number;
  conditions: number;
}

type Drafts<R extends TreeRecord> = Map<string, Draft<R>>;

/** Steps between two yields, together about a hundred microseconds. */
const STEPS = 250;

/**
 * Builds the tree of some records, in any order. Takes O(n log n) for n pages; yields so often that the caller can let
 * others work in between.
 */
export function* buildTree<R extends TreeRecord>(
  records: Iterable<R>,
  formerParents: ReadonlyMap<string, string | null>,
): Generator<void, TreeParts<R>> {
  const nodes: Drafts<R> = new Map();
  let count = 0;
  for (const record of records) {
    const conditions = record.condition === undefined ? 0 : 1;
    nodes.set(record.id, { record, parentId: null, pages: NO_PAGES, path: undefined, size: 1, conditions });
    if (++count % STEPS === 0) yield;
  }
  let regular = true;
  for (const node of nodes.values()) {
    node.parentId = holderOf(node.record, nodes, formerParents);
    regular &&= node.parentId === node.record.parent;
    if (++count % STEPS === 0) yield;
  }
  const cycles = yield* breakCycles(nodes);
  const roots: Draft<R>[] = [];
  for (const node of nodes.values()) {
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId);
    if (!parent) roots.push(node);
    else if (parent.pages === NO_PAGES) parent.pages = [node];
    else (parent.pages as Draft<R>[]).push(node);
    if (++count % STEPS === 0) yield;
  }
  const { paths, order, ordered } = yield* settle(roots);
  yield* sumUp(order, nodes);
  return {
    roots: ordered,
    nodes: yield* SpreadMap.of<PageNode<R>>(nodes, nodes.size),
    paths: yield* SpreadMap.of(paths, paths.size),
    regular: regular && !cycles && !hasDoubles(order, paths),
  };
}

function holderOf<R extends TreeRecord>(
  record: R,
  nodes: Drafts<R>,
  formerParents: ReadonlyMap<string, string | null>,
): string | null {
  if (record.parent === null) return null;
  const direct = nodes.get(record.parent);
  if (direct && hasAddress(direct.record.type)) return record.parent;
  const seen = new Set<string>();
  let id: string | null = record.parent;
  while (id !== null && !seen.has(id)) {
    const holder = nodes.get(id);
    if (holder && hasAddress(holder.record.type)) return id;
    seen.add(id);
    id = holder ? holder.record.parent : (formerParents.get(id) ?? null);
  }
  return null;
}

/**
 * Walks from every page towards the root until a page that was already visited; if it was visited on the same walk, it
 * closes a cycle. Returns whether there was any.
 */
function* breakCycles<R extends TreeRecord>(nodes: Drafts<R>): Generator<void, boolean> {
  const above = ({ parentId }: Draft<R>): Draft<R> | undefined => (parentId === null ? undefined : nodes.get(parentId));
  const seen = new Map<Draft<R>, number>();
  let [walk, found] = [0, false];
  for (const start of nodes.values()) {
    walk++;
    let node: Draft<R> | undefined = start;
    for (; node && !seen.has(node); node = above(node)) seen.set(node, walk);
    if (walk % STEPS === 0) yield;
    if (!node || seen.get(node) !== walk) continue;
    let lowest = node;
    for (let at = above(node); at && at !== node; at = above(at)) if (at.record.id < lowest.record.id) lowest = at;
    lowest.parentId = null;
    found = true;
  }
  return found;
}

interface Settled<R extends TreeRecord> {
  /** The ids of pages by their paths; of two with the same path, the first. */
  paths: Map<string, string>;
  /** Parents before their children. */
  order: Draft<R>[];
  ordered: readonly Draft<R>[];
}

/** Sorts siblings and sets the paths. Iterative, so that deep trees cannot overflow the stack. */
function* settle<R extends TreeRecord>(roots: Draft<R>[]): Generator<void, Settled<R>> {
  const paths = new Map<string, string>();
  const order: Draft<R>[] = [];
  const ordered = yield* sortInSteps(roots, inOrder);
  const pending: { above: string | undefined; siblings: readonly Draft<R>[] }[] = [
    { above: undefined, siblings: ordered },
  ];
  for (let next = pending.pop(); next; next = pending.pop()) {
    for (const node of next.siblings) {
      node.path = pathBelow(next.above, node.record);
      if (node.path !== undefined && !paths.has(node.path)) paths.set(node.path, node.record.id);
      if (node.pages.length > 1) node.pages = yield* sortInSteps(node.pages as Draft<R>[], inOrder);
      if (node.pages.length > 0) pending.push({ above: node.path, siblings: node.pages });
      if (order.push(node) % STEPS === 0) yield;
    }
  }
  return { paths, order, ordered };
}

/** The path of a page below another; undefined for one without an address. */
export function pathBelow(above: string | undefined, { type, slug }: TreeRecord): string | undefined {
  if (!hasAddress(type)) return undefined;
  return above === undefined ? slug : `${above}/${slug}`;
}

/** Adds to every page what is below it. */
function* sumUp<R extends TreeRecord>(order: readonly Draft<R>[], nodes: Drafts<R>): Generator<void, void> {
  for (let at = order.length - 1; at >= 0; at--) {
    const node = order[at] as Draft<R>;
    const parent = node.parentId === null ? undefined : nodes.get(node.parentId);
    if (parent) {
      parent.size += node.size;
      parent.conditions += node.conditions;
    }
    if (at % STEPS === 0) yield;
  }
}

function hasDoubles<R extends TreeRecord>(order: readonly Draft<R>[], paths: ReadonlyMap<string, string>): boolean {
  let addressed = 0;
  for (const { path } of order) if (path !== undefined) addressed++;
  return addressed !== paths.size;
}
