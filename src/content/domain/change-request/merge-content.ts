import type { MapDiff } from '../map/diff-maps.js';
import type { MergeResult } from '../merge/merge.js';
import { mergeRevisions } from '../merge/merge-revisions.js';
import type { Head } from '../ports.js';
import type { ContentLimits } from '../space/content-limits.js';
import type { ContentDiff, MergeSources } from './merge-sources.js';

/**
 * What a space's content, at `main`, has to change to hold that of a change request as well, at `head`, which holds that
 * of the space up to `ancestor`. Where the space has not changed since, that is whatever the change request changed.
 */
export async function mergeInto(
  main: Head,
  head: Head,
  ancestor: string,
  sources: MergeSources,
  limits: ContentLimits,
): Promise<MergeResult> {
  if (ancestor === main.revisionId) return asChanged(await sources.between(main, head), head);
  const base = await sources.revision(main, ancestor);
  const [ofMain, ofHead] = [await sources.between(base, main), await sources.between(base, head)];
  return mergeRevisions(
    {
      pages: { main: ofMain.pages, other: ofHead.pages },
      files: { main: ofMain.files, other: ofHead.files },
      contents: { main: ofMain.contents, other: ofHead.contents },
      variables: { base: base.roots.variables, main: main.roots.variables, other: head.roots.variables },
    },
    sources.lookups(main),
    limits,
  );
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
