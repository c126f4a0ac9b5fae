import type { MapDiff } from '../map/diff-maps.js';
import { hasAddress } from '../page/has-address.js';
import { pathBelow } from './build-tree.js';
import { inOrder, NO_PAGES, type PageNode, type TreeParts, type TreeRecord } from './page-node.js';

/** Deeper trees are built anew, as is one in which so many pages get another path. */
const MOST_DEPTH = 1_000;
const MOST_MOVED = 4_000;

/** The tree after some changes of its records; undefined where it has to be built anew. */
export function mendTree<R extends TreeRecord>(
  tree: TreeParts<R>,
  { added, removed, changed }: MapDiff<R>,
): TreeParts<R> | undefined {
  if (!tree.regular) return undefined;
  const after = new Map<string, R | null>();
  for (const { id } of removed) after.set(id, null);
  for (const record of added) after.set(record.id, record);
  for (const { after: record } of changed) after.set(record.id, record);
  if (after.size === 0) return tree;
  const mending = new Mending(tree, after);
  return mending.isRegular() ? mending.mend() : undefined;
}

/** What changes among the children of a page. */
interface Level<R extends TreeRecord> {
  out: Set<string>;
  in: R[];
  /** Children below which something changes. */
  within: Set<string>;
}

class Mending<R extends TreeRecord> {
  readonly #levels = new Map<string | null, Level<R>>();
  readonly #nodes = new Map<string, PageNode<R> | undefined>();
  readonly #left = new Map<string, string>();
  readonly #taken = new Map<string, string>();
  #regular = true;
  #moved = 0;
  #depth = 0;

  /** `after`: the changed records; `null` for a removed one. */
  constructor(
    private readonly tree: TreeParts<R>,
    private readonly after: ReadonlyMap<string, R | null>,
  ) {}

  /** Whether every page is below one that can contain it, and none below itself. */
  isRegular(): boolean {
    for (const [id, record] of this.after) {
      if (record && !this.#isPlaced(record)) return false;
      const holds = record !== null && hasAddress(record.type);
      if (!holds && this.tree.nodes.get(id)?.pages.some((child) => this.#staysBelow(id, child))) return false;
    }
    return true;
  }

  mend(): TreeParts<R> | undefined {
    for (const [id, record] of this.after) {
      const before = this.tree.nodes.get(id);
      if (before) this.#level(before.parentId).out.add(id);
      if (record) this.#level(record.parent).in.push(record);
      if (!record && before) this.#drop(before);
    }
    for (const id of [...this.#levels.keys()]) this.#markAbove(id);
    const roots = this.#children(null, this.tree.roots, undefined, false);
    for (const [path, id] of this.#taken) {
      const holder = this.tree.paths.get(path);
      this.#regular &&= holder === undefined || holder === id || this.#left.has(path);
    }
    if (!this.#regular) return undefined;
    const paths = new Map<string, string | undefined>();
    for (const path of this.#left.keys()) paths.set(path, undefined);
    for (const [path, id] of this.#taken) paths.set(path, id);
    return { roots, nodes: this.tree.nodes.with(this.#nodes), paths: this.tree.paths.with(paths), regular: true };
  }

  #recordOf(id: string): R | undefined {
    const record = this.after.get(id);
    return record === undefined ? this.tree.nodes.get(id)?.record : (record ?? undefined);
  }

  #isPlaced({ id, parent }: R): boolean {
    let depth = 0;
    for (let up = parent; up !== null;) {
      const above = this.#recordOf(up);
      if (!above || !hasAddress(above.type) || up === id || ++depth > MOST_DEPTH) return false;
      up = above.parent;
    }
    return true;
  }

  #staysBelow(id: string, { record: child }: PageNode<R>): boolean {
    return this.#recordOf(child.id)?.parent === id;
  }

  #level(id: string | null): Level<R> {
    let level = this.#levels.get(id);
    if (!level) this.#levels.set(id, (level = { out: new Set(), in: [], within: new Set() }));
    return level;
  }

  /** Notes on the way from a page to the root that something changes below. */
  #markAbove(id: string | null): void {
    for (let at = id; at !== null;) {
      const record = this.#recordOf(at);
      if (!record) return;
      const { within } = this.#level(record.parent);
      if (within.has(at)) return;
      within.add(at);
      at = record.parent;
    }
  }

  #drop({ record, path }: PageNode<R>): void {
    this.#nodes.set(record.id, undefined);
    if (path !== undefined) this.#left.set(path, record.id);
  }

  /** The children of a page, of which `known` were there before. */
  #children(
    id: string | null,
    known: readonly PageNode<R>[],
    path: string | undefined,
    isMoved: boolean,
  ): readonly PageNode<R>[] {
    const level = this.#levels.get(id);
    if (!level && !isMoved) return known;
    const kept: PageNode<R>[] = [];
    for (const node of known) {
      if (level?.out.has(node.record.id)) continue;
      const changes = isMoved || level?.within.has(node.record.id);
      kept.push(changes ? this.#node(node.record, node, path) : node);
    }
    if (!level || level.in.length === 0) return kept;
    return merged(
      kept,
      level.in.map((record) => this.#node(record, this.tree.nodes.get(record.id), path)).sort(inOrder),
    );
  }

  #node(record: R, before: PageNode<R> | undefined, above: string | undefined): PageNode<R> {
    const path = pathBelow(above, record);
    const isMoved = before !== undefined && before.path !== path;
    if (isMoved && ++this.#moved > MOST_MOVED) this.#regular = false;
    if (isMoved && before.path !== undefined) this.#left.set(before.path, record.id);
    if (path !== undefined && before?.path !== path) {
      this.#regular &&= !this.#taken.has(path);
      this.#taken.set(path, record.id);
    }
    this.#regular &&= this.#depth < MOST_DEPTH;
    this.#depth++;
    const pages = this.#regular ? this.#children(record.id, before?.pages ?? NO_PAGES, path, isMoved) : NO_PAGES;
    this.#depth--;
    let size = 1;
    let conditions = record.condition === undefined ? 0 : 1;
    for (const page of pages) {
      size += page.size;
      conditions += page.conditions;
    }
    const node = { record, parentId: record.parent, pages, path, size, conditions };
    this.#nodes.set(record.id, node);
    return node;
  }
}

/** Two sorted lists as one. */
function merged<R extends TreeRecord>(a: readonly PageNode<R>[], b: readonly PageNode<R>[]): PageNode<R>[] {
  const all: PageNode<R>[] = [];
  let at = 0;
  for (const node of b) {
    for (let next = a[at]; next && inOrder(next, node) < 0; next = a[++at]) all.push(next);
    all.push(node);
  }
  for (; at < a.length; at++) all.push(a[at] as PageNode<R>);
  return all;
}
