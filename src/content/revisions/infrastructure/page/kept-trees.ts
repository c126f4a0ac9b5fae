import { Injectable } from '@nestjs/common';
import { Turns } from '#kernel/application/turns';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { diffSimilarMaps, type MapDiff } from '../../domain/map/diff-maps.js';
import { NodeMissing } from '../../domain/map/map-node.js';
import { readParts } from '../../domain/map/read-map.js';
import type { PageRecord } from '../../domain/page/page-record.js';
import { PageTree } from '../../domain/tree/page-tree.js';
import { NodeStore } from '../revision/node-store.js';
import type { OpenRevision } from '../revision/open-revision.js';
import { bytesOfTree } from './tree-bytes.js';
import { WeightedCache } from './weighted-cache.js';

/** Trees of one space: of several revisions and change requests, and as different visitors see them. */
const MOST_OF_SPACE = 32;
/** What another tree of a space takes, as a part of the first: it shares what is equal. */
const SHARE_OF_ANOTHER = 0.02;
/** Nodes of one level of the map, and pages, by which two trees differ at most if one is made from the other. */
const MOST_NODES = 512;
const MOST_DIFFERENCES = 1_000;

interface KeptTree {
  /** Of the map of pages. */
  root: string | null;
  /** What a visitor's conditions depend on; empty for the whole tree. */
  stamp: string;
  tree: PageTree;
}

/** Trees of one space, the one that was used last first. They share their equal branches. */
interface Family {
  trees: readonly KeptTree[];
  bytes: number;
}

/** Which tree is wanted, of a map of pages. */
type Wanted = Pick<OpenRevision, 'organizationId' | 'spaceId' | 'roots' | 'uncomputed'>;

/**
 * Keeps page trees of recently read revisions. The tree of another revision of a space is made from one that is kept,
 * from what differs between their maps, and shares the rest; only a very different one is built anew. Other requests have
 * a turn while that happens.
 */
@Injectable()
export class KeptTrees {
  readonly #families: WeightedCache<Family>;
  readonly #pending = new Map<string, Promise<PageTree>>();

  constructor(
    private readonly nodes: NodeStore,
    caches: CacheBudget,
  ) {
    this.#families = new WeightedCache(caches, 'page trees');
  }

  /** All pages of a revision. */
  whole(wanted: Wanted): Promise<PageTree> {
    return this.#get(wanted, '', async () => (await this.#mended(wanted)) ?? this.#built(wanted));
  }

  /** The pages whose condition holds, and those of all pages above them; `stamp` identifies what that depends on. */
  pruned(wanted: Wanted, whole: PageTree, stamp: string, holds: (record: PageRecord) => boolean): Promise<PageTree> {
    return this.#get(wanted, stamp, () => inTurns(whole.pruned(holds)));
  }

  /** Concurrent requests for the same tree share its making. */
  async #get(wanted: Wanted, stamp: string, make: () => Promise<PageTree>): Promise<PageTree> {
    const { pages: root } = wanted.roots;
    const family = familyOf(wanted);
    const known = this.#families.get(family)?.trees.find((kept) => kept.root === root && kept.stamp === stamp);
    if (known) return known.tree;
    const name = `${family}/${root ?? ''}/${stamp}`;
    let pending = this.#pending.get(name);
    if (!pending) {
      pending = make()
        .then((tree) => this.#keep(family, { root, stamp, tree }))
        .finally(() => this.#pending.delete(name));
      this.#pending.set(name, pending);
    }
    return pending;
  }

  async #keep(name: string, kept: KeptTree): Promise<PageTree> {
    const known = this.#families.get(name);
    const bytes = known ? bytesLike(known, kept.tree) : await inTurns(bytesOfTree(kept.tree));
    const others = this.#families.get(name)?.trees ?? [];
    const trees = [kept, ...others].slice(0, MOST_OF_SPACE);
    this.#families.set(name, { trees, bytes }, bytes * (1 + SHARE_OF_ANOTHER * (trees.length - 1)));
    return kept.tree;
  }

  /** The tree made from the last one of its space; undefined where there is none, its map is gone, or too much differs. */
  async #mended(wanted: Wanted): Promise<PageTree | undefined> {
    const last = this.#families.get(familyOf(wanted))?.trees.find(({ stamp }) => stamp === '');
    if (!last) return undefined;
    const turns = new Turns();
    const diff = await diffSimilarMaps<PageRecord>(
      last.root,
      wanted.roots.pages,
      this.nodes.of(wanted.organizationId),
      { most: MOST_NODES, pause: () => turns.next() },
    ).catch(ifGone);
    if (!diff || diff.added.length + diff.removed.length + diff.changed.length > MOST_DIFFERENCES) return undefined;
    return last.tree.mended(shownIn(diff, wanted.uncomputed ? isWritten : isShown));
  }

  async #built({ organizationId, roots, uncomputed }: Wanted): Promise<PageTree> {
    const turns = new Turns();
    const records: PageRecord[] = [];
    const isIncluded = uncomputed ? isWritten : isShown;
    for await (const part of readParts<PageRecord>(roots.pages, this.nodes.passing(organizationId))) {
      for (const record of part) if (isIncluded(record)) records.push(record);
      await turns.next();
    }
    return inTurns(PageTree.inSteps(records));
  }
}

/** The revision of a tree that is kept may have been removed since, and its nodes collected. */
function ifGone(error: unknown): undefined {
  if (!(error instanceof NodeMissing)) throw error;
}

function familyOf({ organizationId, spaceId, uncomputed }: Wanted): string {
  return `${organizationId}/${spaceId}${uncomputed ? '/u' : ''}`;
}

/** The memory of a tree, from that of another of its space. */
function bytesLike({ bytes, trees: [first] }: Family, tree: PageTree): number {
  return Math.max(bytes, first && first.tree.size > 0 ? (bytes / first.tree.size) * tree.size : 0);
}

/** Readers see the generated pages instead of their computed page. */
const isShown = ({ type }: PageRecord): boolean => type !== 'computed';
const isWritten = ({ origin }: PageRecord): boolean => origin === undefined;

/** What differs between the pages that a tree includes. */
function shownIn(
  { added, removed, changed }: MapDiff<PageRecord>,
  isIncluded: (record: PageRecord) => boolean,
): MapDiff<PageRecord> {
  const diff: MapDiff<PageRecord> = {
    added: added.filter(isIncluded),
    removed: removed.filter(isIncluded),
    changed: changed.filter(({ before, after }) => isIncluded(before) && isIncluded(after)),
  };
  for (const { before, after } of changed) {
    if (isIncluded(before) && !isIncluded(after)) diff.removed.push(before);
    if (!isIncluded(before) && isIncluded(after)) diff.added.push(after);
  }
  return diff;
}

/** Runs steps to their end; other requests have a turn between them. */
async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  const turns = new Turns();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await turns.next();
  }
}
