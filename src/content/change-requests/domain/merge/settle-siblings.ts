import { uniqueSlug } from '#kernel/domain/slug';
import type { PageRecord } from '../../../revisions/domain/page/page-record.js';
import type { SiblingRecord } from '../../../revisions/domain/ports.js';
import { isRank, ranksBetween } from '../../../revisions/domain/tree/rank.js';
import type { MergeLookups } from './merge.js';
import type { MergedRecords } from './merge-records.js';
import { present } from './three-way.js';

type Pages = MergedRecords<PageRecord>;

/**
 * Gives merged pages free slugs and ranks among their siblings. A slug that is taken gets a suffix, and pages that both
 * sides put into the same gap follow each other, main's first. Returns the pages whose path may differ from main's.
 */
export async function settleSiblings(pages: Pages, lookups: MergeLookups): Promise<Set<string>> {
  const moved = new Set<string>();
  const coming = new Map<string | null, PageRecord[]>();
  for (const [id, record] of pages.records) {
    const main = pages.versions.get(id)?.main;
    if (!record || (main && main.parent === record.parent && main.rank === record.rank && main.slug === record.slug)) {
      continue;
    }
    const beside = coming.get(record.parent);
    if (beside) beside.push(record);
    else coming.set(record.parent, [record]);
    if (main?.parent !== record.parent || main.slug !== record.slug) moved.add(id);
  }
  const children = coming.size > 0 ? await lookups.children([...coming.keys()]) : new Map<null, SiblingRecord[]>();
  for (const [parent, records] of coming) {
    const here = new Set(records.map(({ id }) => id));
    const standing = (children.get(parent) ?? []).filter(({ id }) => {
      if (here.has(id)) return false;
      return !pages.records.has(id) || pages.records.get(id)?.parent === parent;
    });
    records.sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : a.id < b.id ? -1 : 1));
    settleRanks(pages, records, standing);
    settleSlugs(pages, records, standing, moved);
  }
  return moved;
}

function settleSlugs(
  pages: Pages,
  records: readonly PageRecord[],
  standing: readonly SiblingRecord[],
  moved: Set<string>,
): void {
  const taken = new Set(standing.map(({ slug }) => slug));
  const hadIt = ({ id, parent, slug }: PageRecord): boolean => {
    const main = pages.versions.get(id)?.main;
    return main?.parent === parent && main.slug === slug;
  };
  for (const { id, slug } of [...records.filter(hadIt), ...records.filter((record) => !hadIt(record))]) {
    if (slug === '') continue;
    const free = uniqueSlug(slug, taken);
    taken.add(free);
    if (free === slug) continue;
    pages.records.set(id, { ...(pages.records.get(id) as PageRecord), slug: free });
    moved.add(id);
    const base = pages.versions.get(id)?.base?.slug;
    pages.conflicts.push({ subject: 'page', id, kind: 'slug', ...present({ base, main: free, other: slug }) });
  }
}

/**
 * Each side chose ranks without the other, so ranks of both may be equal or interleaved. Between two siblings that
 * neither side moved, incoming pages get new ranks after main's, unless theirs are already separate.
 */
function settleRanks(pages: Pages, records: readonly PageRecord[], standing: readonly SiblingRecord[]): void {
  const isMains = ({ id }: SiblingRecord): boolean => {
    const versions = pages.versions.get(id);
    return (
      versions !== undefined &&
      (versions.base?.parent !== versions.main?.parent || versions.base?.rank !== versions.main?.rank)
    );
  };
  const stable = [...new Set(standing.filter((page) => !isMains(page)).map(({ rank }) => rank))].sort();
  const mains = groupBy(
    standing.filter(isMains).map(({ rank }) => rank),
    (rank) => gapOf(rank, stable),
  );
  for (const [gap, group] of groupBy(records, ({ rank }) => gapOf(rank, stable))) {
    const theirs = (mains.get(gap) ?? []).sort();
    const [lower, upper] = [theirs.at(-1) ?? stable[gap - 1] ?? null, stable[gap] ?? null];
    const ranks = group.map(({ rank }) => rank);
    const apart =
      ranks.every((rank, index) => rank > (index === 0 ? (stable[gap - 1] ?? '') : (ranks[index - 1] as string))) &&
      (theirs.length === 0 ||
        (ranks[0] as string) > (theirs.at(-1) as string) ||
        (ranks.at(-1) as string) < (theirs[0] as string));
    if (apart || ![lower, upper].every((rank) => rank === null || isRank(rank))) continue;
    const next = ranksBetween(lower, upper, group.length);
    for (const [index, { id }] of group.entries()) {
      pages.records.set(id, { ...(pages.records.get(id) as PageRecord), rank: next[index] as string });
    }
  }
}

/** The number of ranks, in order, that are not greater than `rank`: the index of the gap that contains it. */
function gapOf(rank: string, ranks: readonly string[]): number {
  let [low, high] = [0, ranks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranks[middle] as string) <= rank) low = middle + 1;
    else high = middle;
  }
  return low;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
