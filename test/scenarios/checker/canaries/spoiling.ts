import type { Content, Contents, Files } from '../checks/content.js';
import { History, type Entry, type Intent } from '../history.js';
import type { Round } from '../round.js';
import type { RevisionRow, Snapshot } from '../snapshot.js';

/** The history and the snapshot of a round, to add a fault to. */
export interface Spoiled {
  history: History;
  snapshot: Snapshot;
}

/** Adds a fault. */
export type Plant = (spoiled: Spoiled) => void;

/** A copy of a round with a fault. */
export function planted({ history, snapshot }: Round, plant: Plant): Spoiled {
  const copy = new History();
  copy.entries.push(...structuredClone(history.entries));
  const { contents, ...rest } = snapshot;
  const spoiled = { history: copy, snapshot: { ...structuredClone(rest), contents } };
  plant(spoiled);
  return spoiled;
}

export function firstOf<Kind extends Intent['kind']>(history: History, kind: Kind): Entry {
  const found = history.of(kind).find(({ outcome }) => outcome === 'done');
  if (!found) throw new Error(`Nobody did ${kind}.`);
  return found;
}

export function spoil(history: History, kind: Intent['kind'], change: (entry: Entry) => void): void {
  change(firstOf(history, kind));
}

/** Removes the first request of a kind, and those with the same intent. */
export function forget(history: History, kind: 'edit' | 'merge'): void {
  const { intent } = firstOf(history, kind);
  const where = 'where' in intent ? intent.where : null;
  const kept = history.entries.filter(
    (entry) => entry.intent.kind !== kind || !('where' in entry.intent) || entry.intent.where !== where,
  );
  history.entries.splice(0, Infinity, ...kept);
}

export function revisionOf({ revisions }: Snapshot, isOne: (row: RevisionRow) => boolean): RevisionRow {
  const found = [...revisions.values()].find(isOne);
  if (!found) throw new Error('There is no such revision.');
  return found;
}

/** The same content except for one revision. */
export function replace(snapshot: Snapshot, revision: string, content: Content): void {
  const { contents } = snapshot;
  const replaced: Contents = {
    of: (id) => (id === revision ? content : contents.of(id)),
    files: (id) => contents.files(id),
    text: (page) => contents.text(page),
    uses: (page) => contents.uses(page),
  };
  snapshot.contents = replaced;
}

/** The same content with other files. */
export function replaceFiles(snapshot: Snapshot, filesOf: (revision: string, files: Files) => Files): void {
  const { contents } = snapshot;
  const replaced: Contents = {
    of: (id) => contents.of(id),
    files: (id) => filesOf(id, contents.files(id)),
    text: (page) => contents.text(page),
    uses: (page) => contents.uses(page),
  };
  snapshot.contents = replaced;
}

export function drop(history: History, kind: Intent['kind']): void {
  history.entries.splice(0, Infinity, ...history.entries.filter(({ intent }) => intent.kind !== kind));
}
