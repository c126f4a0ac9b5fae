import type { FileRecord, PageRecord, ReusableContentRecord } from '../../../revisions/domain/page/page-record.js';
import type { RevisionRoots } from '../../../revisions/domain/ports.js';
import type { MergeConflict, MergeSides, PagePlace, TwoDiffs, Versions } from './merge.js';
import { mergeFields } from './merge-fields.js';
import { chooseThreeWay, isSame, present, versionsOf } from './three-way.js';

type AnyRecord = PageRecord | FileRecord | ReusableContentRecord;
type Subject = Exclude<MergeConflict['subject'], 'variable'>;

/** Merged records of one kind, before the tree and the bodies are merged. */
export interface MergedRecords<R> {
  /** All records that a side changed; undefined for a deleted one. */
  records: Map<string, R | undefined>;
  versions: ReadonlyMap<string, Versions<R>>;
  conflicts: MergeConflict[];
}

const SETTLED_APART = new Set([
  ...['id', 'type', 'parent', 'rank', 'document', 'source', 'made', 'createdAt', 'updatedAt'],
]);

export function mergePages(diffs: TwoDiffs<PageRecord>): MergedRecords<PageRecord> {
  return mergeRecords('page', diffs, withoutTime, (versions, conflicts) => {
    const { main, other } = versions;
    const { record, conflicts: found } = mergeFields(versions, SETTLED_APART);
    const places = mapVersions(versions, ({ parent, rank }): PagePlace => ({ parent, rank }));
    const { value, clash } = chooseThreeWay(places);
    if (clash) conflicts.push({ subject: 'page', id: main.id, kind: 'place', ...present(places) });
    conflicts.push(...found.map((conflict): MergeConflict => ({ subject: 'page', id: main.id, ...conflict })));
    const times = [main.updatedAt, other.updatedAt].filter((time) => time !== undefined).sort();
    const source = sourceOf(versions);
    return { ...record, ...source, ...value, ...(times.length === 0 ? {} : { updatedAt: times.at(-1) as string }) };
  });
}

export function mergeContents(diffs: TwoDiffs<ReusableContentRecord>): MergedRecords<ReusableContentRecord> {
  return mergeRecords('reusable-content', diffs, same, (versions, conflicts) => {
    const { record, conflicts: found } = mergeFields(versions, SETTLED_APART);
    const { id } = record;
    conflicts.push(...found.map((conflict): MergeConflict => ({ subject: 'reusable-content', id, ...conflict })));
    return { ...record, ...sourceOf(versions) };
  });
}

/** The text to write a record again from: the newer one, and main's where both sides have another. */
function sourceOf(versions: Versions<{ source?: string }>): { source?: string } {
  const { value } = chooseThreeWay(mapVersions(versions, ({ source }) => source));
  return value === undefined ? {} : { source: value };
}

/** The bytes, media type and size of a file are merged as one value. */
export function mergeFiles(diffs: TwoDiffs<FileRecord>): MergedRecords<FileRecord> {
  return mergeRecords('file', diffs, same, (versions, conflicts) => {
    const { id } = versions.main;
    const names = chooseThreeWay(mapVersions(versions, ({ name }) => name));
    const bytes = mapVersions(versions, bytesOf);
    const chosen = chooseThreeWay(bytes);
    if (names.clash) {
      const field = mapVersions(versions, ({ name }) => name);
      conflicts.push({ subject: 'file', id, kind: 'field', field: 'name', ...present(field) });
    }
    if (chosen.clash) conflicts.push({ subject: 'file', id, kind: 'field', field: 'bytes', ...present(bytes) });
    return { id, name: names.value as string, ...(chosen.value as Omit<FileRecord, 'id' | 'name'>) };
  });
}

export function mergeVariables({ base, main, other }: MergeSides['variables']) {
  const [before, ours, theirs] = [base, main, other].map((variables) => new Map(Object.entries(variables)));
  const names = new Set([...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])]);
  const conflicts: MergeConflict[] = [];
  const entries = [...names].flatMap((id) => {
    const versions = { base: before?.get(id), main: ours?.get(id), other: theirs?.get(id) };
    const { value, clash } = chooseThreeWay(versions);
    if (clash) conflicts.push({ subject: 'variable', id, kind: 'field', field: 'value', ...present(versions) });
    return value === undefined ? [] : [[id, value] as const];
  });
  const merged: RevisionRoots['variables'] = Object.fromEntries(entries);
  return { variables: isSame(merged, main) ? undefined : merged, conflicts };
}

/**
 * Merges record by record. A record that only one side changed has that side's value. A record that one side deleted
 * stays deleted, unless the other edited it: then it is kept, with a conflict. Of generated pages main's are taken, as
 * they are generated again from the merged content.
 */
function mergeRecords<R extends AnyRecord>(
  subject: Subject,
  diffs: TwoDiffs<R>,
  essence: (record: R) => unknown,
  mergeBoth: (versions: Versions<R> & { main: R; other: R }, conflicts: MergeConflict[]) => R,
): MergedRecords<R> {
  const versions = versionsOf(diffs);
  const records = new Map<string, R | undefined>();
  const conflicts: MergeConflict[] = [];
  for (const [id, three] of versions) {
    const { base, main, other } = three;
    const { value, clash } = chooseThreeWay(three);
    if (!clash) records.set(id, value);
    else if (isGenerated(main ?? other)) records.set(id, main ?? other);
    else if (main && other) records.set(id, mergeBoth({ base, main, other }, conflicts));
    else {
      const kept = main ?? other;
      const isEdited = kept && base && !isSame(essence(kept), essence(base));
      records.set(id, isEdited ? kept : undefined);
      if (isEdited) conflicts.push({ subject, id, kind: 'delete-edit', ...present<AnyRecord>(three) });
    }
  }
  return { records, versions, conflicts };
}

/** Whether a page was generated by a computed page. */
export function isGenerated(record: object | undefined): boolean {
  return record !== undefined && 'origin' in record;
}

const withoutTime = ({ updatedAt: _, ...record }: PageRecord): unknown => record;
const same = (record: unknown): unknown => record;
const bytesOf = ({ id: _, name: __, ...bytes }: FileRecord): Omit<FileRecord, 'id' | 'name'> => bytes;

function mapVersions<R, V>({ base, main, other }: Versions<R>, value: (record: R) => V): Versions<V> {
  const of = (record: R | undefined): V | undefined => (record === undefined ? undefined : value(record));
  return { base: of(base), main: of(main), other: of(other) };
}
