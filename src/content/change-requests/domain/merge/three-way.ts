import { canonicalJson } from '#kernel/domain/canonical-json';
import type { MapDiff } from '../../../revisions/domain/map/diff-maps.js';
import type { MergeConflict, TwoDiffs, Versions } from './merge.js';

export const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b));

/** The value that one side, or both alike, set; main's with `clash` where they set different ones. */
export function chooseThreeWay<V>({ base, main, other }: Versions<V>): { value: V | undefined; clash: boolean } {
  if (other === base) return { value: main, clash: false };
  if (main === base) return { value: other, clash: false };
  if (isSame(other, base) || isSame(other, main)) return { value: main, clash: false };
  return isSame(main, base) ? { value: other, clash: false } : { value: main, clash: true };
}

/** The versions of all records that a side changed, by id. */
export function versionsOf<R extends { id: string }>({ main, other }: TwoDiffs<R>): Map<string, Versions<R>> {
  const [ours, theirs] = [changesOf(main), changesOf(other)];
  const versions = new Map<string, Versions<R>>();
  for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
    const [mine, yours] = [ours.get(id), theirs.get(id)];
    const base = mine?.before ?? yours?.before;
    versions.set(id, { base, main: mine ? mine.after : base, other: yours ? yours.after : base });
  }
  return versions;
}

function changesOf<R extends { id: string }>(diff: MapDiff<R>): Map<string, { before?: R; after?: R }> {
  const changes = new Map<string, { before?: R; after?: R }>();
  for (const after of diff.added) changes.set(after.id, { after });
  for (const before of diff.removed) changes.set(before.id, { before });
  for (const change of diff.changed) changes.set(change.after.id, change);
  return changes;
}

/** The versions that exist, as members of a conflict. */
export function present<V>({ base, main, other }: Versions<V>): { base?: V; main?: V; other?: V } {
  return {
    ...(base === undefined ? {} : { base }),
    ...(main === undefined ? {} : { main }),
    ...(other === undefined ? {} : { other }),
  };
}

const SUBJECTS: readonly MergeConflict['subject'][] = ['page', 'file', 'reusable-content', 'variable'];

/** Sorts conflicts by their subjects, so that a merge always returns the same list. */
export function sortConflicts(conflicts: MergeConflict[]): MergeConflict[] {
  const order = (conflict: MergeConflict): number => SUBJECTS.indexOf(conflict.subject);
  return conflicts.sort((a, b) => order(a) - order(b) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}
