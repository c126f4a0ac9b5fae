import { hasAddress } from '../page/has-address.js';
import type { PageRecord } from '../page/page-record.js';

/** The fields of a page that the tree needs. */
export type TreeRecord = Pick<PageRecord, 'id' | 'type' | 'parent' | 'rank' | 'slug'>;

/** A page in its place. */
export interface PageNode<R extends TreeRecord = PageRecord> {
  readonly record: R;
  /** The parent page, which differs from `record.parent` when that one does not exist. */
  readonly parent: PageNode<R> | null;
  /** In their order. */
  readonly pages: readonly PageNode<R>[];
  /**
   * The slugs of the ancestors and its own, joined by `/`; pages without an address (links, computed sources) have
   * none.
   */
  readonly path?: string;
}

interface Placed<R extends TreeRecord> {
  record: R;
  parent: Placed<R> | null;
  pages: Placed<R>[];
  path?: string;
  /** The number of the last walk in the search for cycles that visited it; 0 = none yet. */
  seen: number;
}

/**
 * The pages of a revision as an ordered tree, from records in any order. It is valid whatever the records contain:
 * siblings are ordered by rank, then id; a page whose parent is missing, a link or a computed page moves up to the
 * nearest ancestor that can contain pages, or else to the root; of the pages of a cycle, the one with the lowest id
 * moves to the root. Building takes O(n log n) for n pages.
 */
export class PageTree<R extends TreeRecord = PageRecord> {
  /** The pages at the root, in order. */
  readonly roots: readonly PageNode<R>[];
  private readonly nodes: ReadonlyMap<string, PageNode<R>>;
  private readonly paths: ReadonlyMap<string, PageNode<R>>;

  /** `formerParents` maps deleted pages to their parents, so that the pages below them stay near their place. */
  constructor(records: Iterable<R>, formerParents: ReadonlyMap<string, string | null> = new Map()) {
    const nodes = new Map<string, Placed<R>>();
    for (const record of records) nodes.set(record.id, { record, parent: null, pages: [], seen: 0 });
    for (const node of nodes.values()) node.parent = holderOf(node.record, nodes, formerParents);
    breakCycles(nodes);
    const roots: Placed<R>[] = [];
    for (const node of nodes.values()) (node.parent?.pages ?? roots).push(node);
    this.nodes = nodes;
    this.roots = roots;
    this.paths = settle(roots);
  }

  /** All pages in the order of a table of contents, parents before their children. */
  *[Symbol.iterator](): IterableIterator<PageNode<R>> {
    yield* walk(this.roots);
  }

  get size(): number {
    return this.nodes.size;
  }

  get(id: string): PageNode<R> | undefined {
    return this.nodes.get(id);
  }

  pathOf(id: string): string | undefined {
    return this.nodes.get(id)?.path;
  }

  /**
   * The page at a path, ignoring slashes at either end. The empty path is the first document page in the order of the
   * table of contents, which also has its own path.
   */
  atPath(path: string): PageNode<R> | undefined {
    const wanted = path.replace(/^\/+|\/+$/g, '');
    return wanted === '' ? this.home : this.paths.get(wanted);
  }

  /** The first document page. */
  get home(): PageNode<R> | undefined {
    for (const node of this) if (node.record.type === 'document') return node;
    return undefined;
  }

  /** The ancestors of a page, the nearest last. */
  ancestorsOf(id: string): PageNode<R>[] {
    const above: PageNode<R>[] = [];
    for (let node = this.nodes.get(id)?.parent; node; node = node.parent) above.unshift(node);
    return above;
  }

  /** The descendants of a page, in order. */
  descendantsOf(id: string): PageNode<R>[] {
    return [...walk(this.nodes.get(id)?.pages ?? [])];
  }

  /** The children of `parent` (`null`: of the root), in order. */
  childrenOf(parent: string | null): readonly PageNode<R>[] {
    return parent === null ? this.roots : (this.nodes.get(parent)?.pages ?? []);
  }
}

function holderOf<R extends TreeRecord>(
  record: R,
  nodes: ReadonlyMap<string, Placed<R>>,
  formerParents: ReadonlyMap<string, string | null>,
): Placed<R> | null {
  if (record.parent === null) return null;
  const direct = nodes.get(record.parent);
  if (direct && hasAddress(direct.record.type)) return direct;
  const seen = new Set<string>();
  let id: string | null = record.parent;
  while (id !== null && !seen.has(id)) {
    const holder = nodes.get(id);
    if (holder && hasAddress(holder.record.type)) return holder;
    seen.add(id);
    id = holder ? holder.record.parent : (formerParents.get(id) ?? null);
  }
  return null;
}

/**
 * Walks from every page towards the root until a page that was already visited; if it was visited on the same walk, it
 * closes a cycle.
 */
function breakCycles<R extends TreeRecord>(nodes: ReadonlyMap<string, Placed<R>>): void {
  let walk = 0;
  for (const start of nodes.values()) {
    walk++;
    let node: Placed<R> | null = start;
    for (; node && node.seen === 0; node = node.parent) node.seen = walk;
    if (node?.seen !== walk) continue;
    let lowest = node;
    for (let at = node.parent; at && at !== node; at = at.parent) if (at.record.id < lowest.record.id) lowest = at;
    lowest.parent = null;
  }
}

/** Sorts siblings and sets the paths. Iterative, so that deep trees cannot overflow the stack. */
function settle<R extends TreeRecord>(roots: Placed<R>[]): Map<string, PageNode<R>> {
  const paths = new Map<string, PageNode<R>>();
  const pending = [roots];
  for (let siblings = pending.pop(); siblings; siblings = pending.pop()) {
    if (siblings.length > 1) siblings.sort(inOrder);
    for (const node of siblings) {
      if (hasAddress(node.record.type)) {
        const { slug } = node.record;
        node.path = node.parent?.path === undefined ? slug : `${node.parent.path}/${slug}`;
        if (!paths.has(node.path)) paths.set(node.path, node);
      }
      if (node.pages.length > 0) pending.push(node.pages);
    }
  }
  return paths;
}

function inOrder({ record: a }: Placed<TreeRecord>, { record: b }: Placed<TreeRecord>): number {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function* walk<R extends TreeRecord>(siblings: readonly PageNode<R>[]): IterableIterator<PageNode<R>> {
  const pending = [...siblings].reverse();
  for (let node = pending.pop(); node; node = pending.pop()) {
    yield node;
    for (let at = node.pages.length - 1; at >= 0; at--) pending.push(node.pages[at] as PageNode<R>);
  }
}
