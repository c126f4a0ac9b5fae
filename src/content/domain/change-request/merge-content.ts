import { requireRoom } from '../content/require-room.js';
import type { MapDiff } from '../map/diff-maps.js';
import type { MergeResult, MergeSides } from '../merge/merge.js';
import type { MergedBodies } from '../merge/merge-bodies.js';
import { mergeBodiesAhead, mergeRevisions } from '../merge/merge-revisions.js';
import type { Head, LiveContent } from '../ports.js';
import type { ContentLimits } from '../space/content-limits.js';
import type { SeenChangeRequest } from './change-requests.js';
import type { ContentDiff, MergeSources } from './merge-sources.js';

/** Where merging looks things up, and what it may not exceed. */
export interface MergeTools {
  sources: MergeSources;
  content: LiveContent;
  limits: ContentLimits;
}

/** What is merged: the content of a change request, and that of its space. */
type Sides = Pick<SeenChangeRequest, 'changeRequest' | 'head' | 'main' | 'base'>;

/**
 * What a space's content has to change to hold that of a change request as well; refused where that are too many pages.
 * Both stand still. `bodies` were merged ahead: whatever of them is of these sides is not merged again.
 */
export async function mergeInto(
  sides: Sides,
  tools: MergeTools,
  bodies: MergedBodies,
): Promise<Omit<MergeResult, 'grows'>> {
  const { grows, ...result } = await merge(sides, tools, bodies);
  await requireRoom(sides.main, tools.content, grows, tools.limits.maxPages);
  return result;
}

/** Merges bodies while anybody may go on changing either side. */
export async function mergeAhead(sides: Sides, { sources, limits }: MergeTools): Promise<MergedBodies> {
  if (!isOutdated(sides)) return new Map();
  return mergeBodiesAhead(await differences(sides, sources), sources.lookups(sides.main), limits);
}

/** Where the space has not changed since the change request held all of it, that is whatever the change request changed. */
async function merge(sides: Sides, { sources, limits }: MergeTools, bodies: MergedBodies): Promise<MergeResult> {
  const { head, main } = sides;
  if (!isOutdated(sides)) return asChanged(await sources.between(main, head), head);
  return mergeRevisions(await differences(sides, sources), sources.lookups(main), limits, bodies);
}

function isOutdated({ changeRequest, main }: Sides): boolean {
  return changeRequest.isOutdated(main.revisionId);
}

async function differences({ base, head, main }: Sides, sources: MergeSources): Promise<MergeSides> {
  const [ofMain, ofHead] = [await sources.between(base, main), await sources.between(base, head)];
  return {
    pages: { main: ofMain.pages, other: ofHead.pages },
    files: { main: ofMain.files, other: ofHead.files },
    contents: { main: ofMain.contents, other: ofHead.contents },
    variables: { base: base.roots.variables, main: main.roots.variables, other: head.roots.variables },
  };
}

function asChanged(diff: ContentDiff, head: Head): MergeResult {
  const { added, changed } = diff.pages;
  const moved = changed.filter(
    ({ before, after }) => before.parent !== after.parent || before.slug !== after.slug || before.type !== after.type,
  );
  return {
    pages: changesOf(diff.pages),
    files: changesOf(diff.files),
    contents: changesOf(diff.contents),
    variables: head.roots.variables,
    documents: [],
    moved: new Set([...added, ...moved.map(({ after }) => after)].map(({ id }) => id)),
    grows: added.length - diff.pages.removed.length,
    conflicts: [],
  };
}

function changesOf<R extends { id: string }>({ added, changed, removed }: MapDiff<R>): Map<string, R | null> {
  const changes = new Map<string, R | null>();
  for (const record of added) changes.set(record.id, record);
  for (const { after } of changed) changes.set(after.id, after);
  for (const { id } of removed) changes.set(id, null);
  return changes;
}
