import { mergeText } from '#rich-document';
import type { FieldConflict, Versions } from './merge.js';
import { chooseThreeWay, isSame, present } from './three-way.js';

type Members = Readonly<Record<string, unknown>>;

/** Text fields for which a conflict proposes a merge word by word. */
const TEXTS: ReadonlySet<string> = new Set(['title', 'linkTitle', 'description']);
/** Fields that are objects, whose members are merged one by one. */
const OBJECTS: ReadonlySet<string> = new Set(['layout', 'cover', 'variables', 'metaLinks']);

/** Merges the members of a record one by one; those in the given set keep main's value. */
export function mergeFields<R extends object>(
  { base, main, other }: Versions<R> & { main: R; other: R },
  leftOut: ReadonlySet<string>,
): { record: R; conflicts: FieldConflict[] } {
  const [before, ours, theirs] = [base ?? {}, main, other] as [Members, Members, Members];
  const record: Record<string, unknown> = { ...ours };
  const conflicts: FieldConflict[] = [];
  for (const field of namesOf(before, ours, theirs)) {
    if (leftOut.has(field)) continue;
    const versions = { base: before[field], main: ours[field], other: theirs[field] };
    const { value, clash } = chooseThreeWay(versions);
    set(record, field, value);
    if (!clash) continue;
    if (OBJECTS.has(field)) mergeObject(record, field, versions, conflicts);
    else if (field === 'tags') mergeTags(record, versions as Versions<string[]>, conflicts);
    else conflicts.push(fieldConflict(field, versions));
  }
  return { record: record as R, conflicts };
}

/**
 * A conflict about a field; for a text in which the edited words do not overlap, with a proposal that contains both
 * edits.
 */
export function fieldConflict(field: string, versions: Versions<unknown>): FieldConflict {
  const { base, main, other } = versions;
  const isText = TEXTS.has(field) && typeof main === 'string' && typeof other === 'string';
  const proposal = isText && typeof base === 'string' ? mergeText(base, main, other) : undefined;
  return { kind: 'field', field, ...present(versions), ...(proposal === undefined ? {} : { proposal }) };
}

function mergeObject(
  record: Record<string, unknown>,
  field: string,
  versions: Versions<unknown>,
  conflicts: FieldConflict[],
): void {
  const [before, ours, theirs] = [versions.base, versions.main, versions.other].map((value) => value ?? {}) as [
    Members,
    Members,
    Members,
  ];
  const merged: Record<string, unknown> = {};
  for (const name of namesOf(before, ours, theirs)) {
    const members = { base: before[name], main: ours[name], other: theirs[name] };
    const { value, clash } = chooseThreeWay(members);
    set(merged, name, value);
    if (clash) conflicts.push(fieldConflict(`${field}.${name}`, members));
  }
  set(record, field, Object.keys(merged).length > 0 ? merged : undefined);
}

/**
 * Tags that `other` added or removed are added or removed in main as well; a conflict only where `other` reordered
 * them.
 */
function mergeTags(record: Record<string, unknown>, versions: Versions<string[]>, conflicts: FieldConflict[]): void {
  const { base = [], main = [], other = [] } = versions;
  const [kept, left] = [other.filter((tag) => base.includes(tag)), base.filter((tag) => other.includes(tag))];
  if (!isSame(kept, left)) {
    conflicts.push(fieldConflict('tags', versions));
    return;
  }
  const gone = new Set(base.filter((tag) => !other.includes(tag)));
  const tags = [...main.filter((tag) => !gone.has(tag)), ...other.filter((tag) => !base.includes(tag))];
  set(record, 'tags', tags.length > 0 ? [...new Set(tags)] : undefined);
}

function set(members: Record<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) delete members[name];
  else Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
}

function namesOf(...versions: Members[]): Set<string> {
  return new Set(versions.flatMap((version) => Object.keys(version)));
}
