import { requirePageQuota } from '../../revisions/domain/content/require-page-quota.js';
import type { MapDiff } from '../../revisions/domain/map/diff-maps.js';
import type { MergeResult, MergeSides } from './merge/merge.js';
import type { MergedBodies } from './merge/merge-bodies.js';
import { mergeBodiesAhead, mergeRevisions } from './merge/merge-revisions.js';
import { waysFrom } from './merge/ways-from.js';
import type { Head, LiveContent, RevisionDraft, WayTo } from '../../revisions/domain/ports.js';
import type { ContentLimits } from '../../spaces/domain/space/content-limits.js';
import type { SeenChangeRequest } from './change-requests.js';
import type { MergeSources } from './merge-sources.js';
import type { ContentDiff } from '../../revisions/domain/revision-diffs.js';

/** The data sources and limits of merges. */
export interface MergeTools {
  sources: MergeSources;
  content: LiveContent;
  limits: ContentLimits;
}

/** Results that were computed before the lock, while both sides could change. */
export interface MergedAhead {
  bodies: MergedBodies;
  /** By the roots of the compared maps, which identify their content. */
  differences: Map<string, ContentDiff>;
}

/** The two sides of a merge and their base. */
type Sides = Pick<SeenChangeRequest, 'changeRequest' | 'head' | 'main' | 'base'>;

type Result = MergeResult & Pick<RevisionDraft, 'ways'>;

export function nothingAhead(): MergedAhead {
  return { bodies: new Map(), differences: new Map() };
}

/**
 * The changes that bring a space's content together with that of a change request. Throws where the result has too many
 * pages. Both sides must be locked. Results in `ahead` that apply to these sides are reused.
 */
export async function mergeInto(sides: Sides, tools: MergeTools, ahead: MergedAhead): Promise<Omit<Result, 'grows'>> {
  const { grows, ...result } = await merge(sides, tools, ahead);
  await requirePageQuota(sides.main, tools.content, grows, tools.limits.maxPages);
  return result;
}

/** Compares the sides and merges their bodies without locks. `mergeInto` reuses what still applies. */
export async function mergeAhead(sides: Sides, { sources, limits }: MergeTools): Promise<MergedAhead> {
  const ahead = nothingAhead();
  if (!isOutdated(sides)) return ahead;
  const found = await differences(sides, sources, ahead);
  return { ...ahead, bodies: await mergeBodiesAhead(found, sources.lookups(sides.main), limits) };
}

/**
 * If the current revision of the space was already merged into the change request, the result is the change request's
 * content.
 */
async function merge(sides: Sides, { sources, limits }: MergeTools, ahead: MergedAhead): Promise<Result> {
  const { head, main } = sides;
  if (!isOutdated(sides)) return asChanged(await sources.between(main, head), head);
  const found = await differences(sides, sources, ahead);
  const result = await mergeRevisions(found, sources.lookups(main), limits, ahead.bodies);
  return { ...result, ways: waysFrom(head.roots, found, result) };
}

function isOutdated({ changeRequest, main }: Sides): boolean {
  return changeRequest.isOutdated(main.revisionId);
}

async function differences(
  { base, head, main }: Sides,
  sources: MergeSources,
  { differences: known }: MergedAhead,
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
    ways: {
      pages: wayOf(head.roots.pages, diff.pages),
      files: wayOf(head.roots.files, diff.files),
      contents: wayOf(head.roots.contents, diff.contents),
    },
    variables: head.roots.variables,
    documents: [],
    moved: new Set([...added, ...moved.map(({ after }) => after)].map(({ id }) => id)),
    grows: added.length - diff.pages.removed.length,
    conflicts: [],
  };
}

/** The maps of the change request already are the result. */
function wayOf<R extends { id: string }>(root: string | null, { changed, removed }: MapDiff<R>): WayTo<R> {
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
