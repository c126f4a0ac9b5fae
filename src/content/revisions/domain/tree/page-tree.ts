import type { PageRecord } from '../page/page-record.js';
import type { MapDiff } from '../map/diff-maps.js';
import { buildTree } from './build-tree.js';
import { mendTree } from './mend-tree.js';
import type { PageNode, TreeParts, TreeRecord } from './page-node.js';
import { prunedTree } from './pruned-tree.js';

export type { PageNode, TreeRecord } from './page-node.js';

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * The pages of a revision as an ordered tree, from records in any order. It is valid whatever the records contain:
 * siblings are ordered by rank, then id; a page whose parent is missing, a link or a computed page moves up to the
 * nearest ancestor that can contain pages, or else to the root; of the pages of a cycle, the one with the lowest id
 * moves to the root. A tree never changes; that of a similar revision shares the branches that are equal.
 */
export class PageTree<R extends TreeRecord = PageRecord> {
  readonly #parts: TreeParts<R>;

  /** `formerParents` maps deleted pages to their parents, so that the pages below them stay near their place. */
  constructor(records: Iterable<R>, formerParents: ReadonlyMap<string, string | null> = NONE, parts?: TreeParts<R>) {
    this.#parts = parts ?? atOnce(buildTree(records, formerParents));
  }

  /** The same in steps of about a hundred microseconds, between which it yields. */
  static *inSteps<R extends TreeRecord>(records: Iterable<R>): Generator<void, PageTree<R>> {
    return new PageTree<R>([], NONE, yield* buildTree(records, NONE));
  }

  /**
   * The tree after some changes of its records, at the cost of the changed pages, their siblings and their ancestors.
   * Undefined where that is not known without building it anew: where pages are not below those that their records name,
   * or share a path.
   */
  mended(diff: MapDiff<R>): PageTree<R> | undefined {
    const parts = mendTree(this.#parts, diff);
    return parts && new PageTree<R>([], NONE, parts);
  }

  /**
   * Without the pages whose condition does not hold and those below them, at the cost of the branches with conditions;
   * in steps, as `inSteps`.
   */
  *pruned(holds: (record: R) => boolean): Generator<void, PageTree<R>> {
    if (this.conditions === 0) return this;
    return new PageTree<R>([], NONE, yield* prunedTree(this.#parts, holds));
  }

  /** The pages at the root, in order. */
  get roots(): readonly PageNode<R>[] {
    return this.#parts.roots;
  }

  /** All pages in the order of a table of contents, parents before their children. */
  *[Symbol.iterator](): IterableIterator<PageNode<R>> {
    yield* walk(this.roots);
  }

  get size(): number {
    return this.#parts.nodes.size;
  }

  /** The number of pages with a condition. */
  get conditions(): number {
    let sum = 0;
    for (const { conditions } of this.roots) sum += conditions;
    return sum;
  }

  get(id: string): PageNode<R> | undefined {
    return this.#parts.nodes.get(id);
  }

  pathOf(id: string): string | undefined {
    return this.get(id)?.path;
  }

  /**
   * The page at a path, ignoring slashes at either end. The empty path is the first document page in the order of the
   * table of contents, which also has its own path.
   */
  atPath(path: string): PageNode<R> | undefined {
    const wanted = path.replace(/^\/+|\/+$/g, '');
    return wanted === '' ? this.home : this.get(this.#parts.paths.get(wanted) ?? '');
  }

  /** The first document page. */
  get home(): PageNode<R> | undefined {
    for (const node of this) if (node.record.type === 'document') return node;
    return undefined;
  }

  /** The page above another. */
  parentOf({ parentId }: PageNode<R>): PageNode<R> | undefined {
    return parentId === null ? undefined : this.get(parentId);
  }

  /** The ancestors of a page, the nearest last. */
  ancestorsOf(id: string): PageNode<R>[] {
    const above: PageNode<R>[] = [];
    const page = this.get(id);
    for (let node = page && this.parentOf(page); node; node = this.parentOf(node)) above.push(node);
    return above.reverse();
  }

  /** The descendants of a page, in order. */
  descendantsOf(id: string): PageNode<R>[] {
    return [...walk(this.get(id)?.pages ?? [])];
  }

  /** The children of `parent` (`null`: of the root), in order. */
  childrenOf(parent: string | null): readonly PageNode<R>[] {
    return parent === null ? this.roots : (this.get(parent)?.pages ?? []);
  }
}

function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

function* walk<R extends TreeRecord>(siblings: readonly PageNode<R>[]): IterableIterator<PageNode<R>> {
  const pending = [{ siblings, at: 0 }];
  for (let level = pending.at(-1); level; level = pending.at(-1)) {
    const node = level.siblings[level.at++];
    if (!node) pending.pop();
    else {
      yield node;
      if (node.pages.length > 0) pending.push({ siblings: node.pages, at: 0 });
    }
  }
}
