import { requirePageQuota } from '../../revisions/domain/content/require-page-quota.js';
import type { MapDiff } from '../../revisions/domain/map/diff-maps.js';
import type { MergeResult, MergeSides } from './merge/merge.js';
import type { MergedBodies } from './merge/merge-bodies.js';
import { precomputeBodies, mergeRevisions } from './merge/merge-revisions.js';
import { alternativeMaps } from './merge/alternative-maps.js';
import type { Head, LiveContent, RevisionDraft, AlternativeMap } from '../../revisions/domain/ports.js';
import type { ContentLimits } from '../../spaces/domain/space/content-limits.js';
import type { ChangeRequestSnapshot } from './change-requests.js';
import type { MergeSources } from './merge-sources.js';
import type { ContentDiff } from '../../revisions/domain/revision-diffs.js';

/** The data sources and limits of merges. */
export interface MergeTools {
  sources: MergeSources;
  content: LiveContent;
  limits: ContentLimits;
}

/** Results that were computed before the lock, while both sides could change. */
export interface PrecomputedMerge {
  bodies: MergedBodies;
  /** By the roots of the compared maps, which identify their content. */
  differences: Map<string, ContentDiff>;
}

/** The two sides of a merge and their base. */
type Sides = Pick<ChangeRequestSnapshot, 'changeRequest' | 'head' | 'main' | 'base'>;

type Result = MergeResult & Pick<RevisionDraft, 'alternatives'>;

export function nothingPrecomputed(): PrecomputedMerge {
  return { bodies: new Map(), differences: new Map() };
}

/**
 * The changes that bring a space's content together with that of a change request. Throws where the result has too many
 * pages. Both sides must be locked. Results in `precomputed` that apply to these sides are reused.
 */
export async function mergeInto(
  sides: Sides,
  tools: MergeTools,
  precomputed: PrecomputedMerge,
): Promise<Omit<Result, 'grows'>> {
  const { grows, ...result } = await merge(sides, tools, precomputed);
  await requirePageQuota(sides.main, tools.content, grows, tools.limits.maxPages);
  return result;
}

/** Compares the sides and merges their bodies without locks. `mergeInto` reuses what still applies. */
export async function precomputeMerge(sides: Sides, { sources, limits }: MergeTools): Promise<PrecomputedMerge> {
  const precomputed = nothingPrecomputed();
  if (!isOutdated(sides)) return precomputed;
  const found = await differences(sides, sources, precomputed);
  return { ...precomputed, bodies: await precomputeBodies(found, sources.lookups(sides.main), limits) };
}

/**
 * If the current revision of the space was already merged into the change request, the result is the change request's
 * content.
 */
async function merge(sides: Sides, { sources, limits }: MergeTools, precomputed: PrecomputedMerge): Promise<Result> {
  const { head, main } = sides;
  if (!isOutdated(sides)) return asChanged(await sources.between(main, head), head);
  const found = await differences(sides, sources, precomputed);
  const result = await mergeRevisions(found, sources.lookups(main), limits, precomputed.bodies);
  return { ...result, alternatives: alternativeMaps(head.roots, found, result) };
}

function isOutdated({ changeRequest, main }: Sides): boolean {
  return changeRequest.isOutdated(main.revisionId);
}

async function differences(
  { base, head, main }: Sides,
  sources: MergeSources,
  { differences: known }: PrecomputedMerge,
): Promise<MergeSides> {
  const between = async (to: Head): Promise<ContentDiff> => {
    const key = [base, to].flatMap(({ roots: { pages, files, contents } }) => [pages, files, contents]).join();
    const found = known.get(key) ?? (await sources.between(base, to));
    known.set(key, found);
    return found;
  };
  const [ofMain, ofHead] = [await between(main), await between(head)];
  return {
    pages: { main: ofMain.pages, other: ofHead.pages },
    files: { main: ofMain.files, other: ofHead.files },
    contents: { main: ofMain.contents, other: ofHead.contents },
    variables: { base: base.roots.variables, main: main.roots.variables, other: head.roots.variables },
  };
}

function asChanged(diff: ContentDiff, head: Head): Result {
  const { added, changed } = diff.pages;
  const moved = changed.filter(
    ({ before, after }) => before.parent !== after.parent || before.slug !== after.slug || before.type !== after.type,
  );
  return {
    pages: changesOf(diff.pages),
    files: changesOf(diff.files),
    contents: changesOf(diff.contents),
    alternatives: {
      pages: alternativeOf(head.roots.pages, diff.pages),
      files: alternativeOf(head.roots.files, diff.files),
      contents: alternativeOf(head.roots.contents, diff.contents),
    },
    variables: head.roots.variables,
    documents: [],
    moved: new Set([...added, ...moved.map(({ after }) => after)].map(({ id }) => id)),
    grows: added.length - diff.pages.removed.length,
    conflicts: [],
  };
}

/** The maps of the change request already are the result. */
function alternativeOf<R extends { id: string }>(
  root: string | null,
  { changed, removed }: MapDiff<R>,
): AlternativeMap<R> {
  const before = [...changed.map((change) => change.before), ...removed];
  return { root, changes: new Map(), before: new Map(before.map((record) => [record.id, record])) };
}

function changesOf<R extends { id: string }>({ added, changed, removed }: MapDiff<R>): Map<string, R | null> {
  const changes = new Map<string, R | null>();
  for (const record of added) changes.set(record.id, record);
  for (const { after } of changed) changes.set(after.id, after);
  for (const { id } of removed) changes.set(id, null);
  return changes;
}
