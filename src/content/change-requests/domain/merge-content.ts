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

/** Where merging looks things up, and what it may not exceed. */
export interface MergeTools {
  sources: MergeSources;
  content: LiveContent;
  limits: ContentLimits;
}

/** What was found out while anybody could go on changing either side. */
export interface MergedAhead {
  bodies: MergedBodies;
  /** By the roots of the maps that were compared: these say all. */
  differences: Map<string, ContentDiff>;
}

/** What is merged: the content of a change request, and that of its space. */
type Sides = Pick<SeenChangeRequest, 'changeRequest' | 'head' | 'main' | 'base'>;

type Result = MergeResult & Pick<RevisionDraft, 'ways'>;

export function nothingAhead(): MergedAhead {
  return { bodies: new Map(), differences: new Map() };
}

/**
 * What a space's content has to change to hold that of a change request as well; refused where that are too many pages.
 * Both stand still. Whatever of `ahead` is of these sides is not merged and not compared again.
 */
export async function mergeInto(sides: Sides, tools: MergeTools, ahead: MergedAhead): Promise<Omit<Result, 'grows'>> {
  const { grows, ...result } = await merge(sides, tools, ahead);
  await requirePageQuota(sides.main, tools.content, grows, tools.limits.maxPages);
  return result;
}

/** Merges bodies while anybody may go on changing either side. */
export async function mergeAhead(sides: Sides, { sources, limits }: MergeTools): Promise<MergedAhead> {
  const ahead = nothingAhead();
  if (!isOutdated(sides)) return ahead;
  const found = await differences(sides, sources, ahead);
  return { ...ahead, bodies: await mergeBodiesAhead(found, sources.lookups(sides.main), limits) };
}

/** Where the space has not changed since the change request held all of it, that is whatever the change request changed. */
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

/** What the change request holds is there already. */
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
