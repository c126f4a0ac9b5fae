import type { MapDiff } from '../../../revisions/domain/map/diff-maps.js';
import type { RevisionDraft, RevisionRoots, AlternativeMap } from '../../../revisions/domain/ports.js';
import type { MergeSides, TwoDiffs } from './merge.js';
import { isSame, versionsOf } from './three-way.js';

type Changes = Pick<RevisionDraft, 'pages' | 'files' | 'contents'>;

/**
 * Alternative ways to the merged maps: the changes to the change request's maps instead of main's. Where main changed
 * less than the change request did, they are fewer, and most nodes exist already.
 */
export function alternativeMaps(
  roots: RevisionRoots,
  sides: MergeSides,
  changes: Changes,
): NonNullable<RevisionDraft['alternatives']> {
  const pages = alternativeMap(roots.pages, sides.pages, changes.pages);
  const files = alternativeMap(roots.files, sides.files, changes.files);
  const contents = alternativeMap(roots.contents, sides.contents, changes.contents);
  return { ...(pages && { pages }), ...(files && { files }), ...(contents && { contents }) };
}

function alternativeMap<R extends { id: string }>(
  root: string | null,
  diffs: TwoDiffs<R>,
  changes: ReadonlyMap<string, R | null>,
): AlternativeMap<R> | undefined {
  if (sizeOf(diffs.main) >= sizeOf(diffs.other)) return undefined;
  const alternative = { root, changes: new Map<string, R | null>(), before: new Map<string, R>() };
  // A merge only changes records that a side changed.
  for (const [id, { main, other }] of versionsOf(diffs)) {
    const change = changes.get(id);
    const merged = change === undefined ? main : (change ?? undefined);
    if (!isSame(merged, other)) alternative.changes.set(id, merged ?? null);
    if (change !== undefined && main) alternative.before.set(id, main);
  }
  return alternative;
}

function sizeOf({ added, removed, changed }: MapDiff<{ id: string }>): number {
  return added.length + removed.length + changed.length;
}
