import { TooLarge } from '#kernel/domain/errors';
import type { Filter, TargetPath } from '../filter/filter.js';
import { parsePath } from '../filter/parse-filter.js';
import { ScimRefusal } from '../scim-refusal.js';
import { attributeAt, isIgnored } from '../schema/attribute-paths.js';
import { GROUP } from '../schema/schemas.js';
import { MOST_MEMBERS, type Operation } from './operations.js';
import { isObject, readBody, requiredText, textOrNone } from './read-value.js';

/** What a request changes of a group; what is absent stays. Members are ids of users. */
export interface GroupChanges {
  displayName?: string;
  externalId?: string | null;
  members: MemberChanges;
}

export interface MemberChanges {
  /** Whether those who are in it so far leave, unless they are added again. */
  replaces: boolean;
  added: Set<string>;
  removed: Set<string>;
}

const ID = /^[\w-]{1,100}$/;

/** Reads a whole group, as it is created or replaced. */
export function readGroup(body: unknown): GroupChanges & { displayName: string } {
  const members: MemberChanges = { replaces: true, added: new Set(), removed: new Set() };
  const changes: GroupChanges = { externalId: null, members };
  for (const [name, value] of Object.entries(readBody(body, GROUP.id))) {
    const named = attributeAt(GROUP, name);
    if (named && named.attribute.mutability !== 'readOnly' && value !== null)
      assign(changes, 'replace', named.path, value);
  }
  const { displayName } = changes;
  if (displayName === undefined) throw new ScimRefusal('invalidValue', 'displayName is required');
  return { ...changes, displayName };
}

/** What the operations of a PATCH change together, without reading who is in the group. */
export function readGroupPatch(operations: readonly Operation[]): GroupChanges {
  const changes: GroupChanges = { members: { replaces: false, added: new Set(), removed: new Set() } };
  for (const { op, path, value } of operations) {
    if (path !== undefined) change(changes, op, parsePath(path), value);
    else if (!isObject(value)) throw new ScimRefusal('invalidValue', 'Without a path, the value must be an object');
    else
      for (const [name, one] of Object.entries(value)) {
        const named = attributeAt(GROUP, name);
        // Providers send the id with the rest.
        if ((named?.parent ?? named?.attribute)?.mutability !== 'readOnly') change(changes, op, parsePath(name), one);
      }
  }
  return changes;
}

function change(changes: GroupChanges, op: Operation['op'], { path, filter, sub }: TargetPath, value: unknown): void {
  const named = attributeAt(GROUP, sub === undefined ? path : `${path}.${sub}`);
  if (!named && isIgnored(GROUP, path)) return;
  if (!named)
    throw new ScimRefusal('invalidPath', `Groups have no attribute ${sub === undefined ? path : `${path}.${sub}`}`);
  const isPart = named.parent !== undefined;
  if (isPart || (named.parent ?? named.attribute).mutability === 'readOnly')
    throw new ScimRefusal('mutability', `${named.path} can’t be changed`);
  if (filter) return changeSelected(changes, op, named.path, filter);
  if (op === 'remove' || value === null) return remove(changes, named.path, value);
  assign(changes, op, named.path, value);
}

function assign(changes: GroupChanges, op: 'add' | 'replace', path: string, value: unknown): void {
  if (path === 'displayName') changes.displayName = requiredText(path, value);
  else if (path === 'externalId') changes.externalId = textOrNone(path, value);
  else if (op === 'replace') replace(changes.members, idsIn(value));
  else add(changes.members, idsIn(value));
}

function remove(changes: GroupChanges, path: string, value: unknown): void {
  if (path === 'externalId') changes.externalId = null;
  else if (path !== 'members') throw new ScimRefusal('mutability', `${path} can’t be removed`);
  else if (value === undefined || value === null) replace(changes.members, []);
  else drop(changes.members, idsIn(value));
}

/** `members[value eq "…"]`. */
function changeSelected({ members }: GroupChanges, op: Operation['op'], path: string, filter: Filter): void {
  if (path !== 'members') throw new ScimRefusal('invalidPath', `${path} has no values to choose from`);
  if (op !== 'remove') throw new ScimRefusal('mutability', 'A member of a group is added or removed, not changed');
  drop(members, idsNamed(filter));
}

function idsNamed(filter: Filter): string[] {
  if (filter.op === 'or') return filter.filters.flatMap(idsNamed);
  if (filter.op === 'eq' && filter.path.toLowerCase() === 'value') return [idOf(filter.value)];
  throw new ScimRefusal('invalidFilter', 'Members are chosen by value eq "…"');
}

function add(members: MemberChanges, ids: readonly string[]): void {
  for (const id of ids) {
    members.added.add(id);
    members.removed.delete(id);
  }
  requireFew(members);
}

function drop(members: MemberChanges, ids: readonly string[]): void {
  for (const id of ids) {
    members.removed.add(id);
    members.added.delete(id);
  }
  requireFew(members);
}

function replace(members: MemberChanges, ids: readonly string[]): void {
  Object.assign(members, { replaces: true, added: new Set(ids), removed: new Set() });
}

function requireFew({ added, removed }: MemberChanges): void {
  if (added.size + removed.size > MOST_MEMBERS)
    throw new TooLarge(`A request names at most ${MOST_MEMBERS} members: send the others in another`);
}

function idsIn(value: unknown): string[] {
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length > MOST_MEMBERS)
    throw new TooLarge(`A request names at most ${MOST_MEMBERS} members: send the others in another`);
  return list.map((item) => {
    if (!isObject(item)) return idOf(item);
    if (typeof item['type'] === 'string' && item['type'].toLowerCase() === 'group')
      throw new ScimRefusal('invalidValue', 'A group can’t be a member of a group');
    return idOf(item['value']);
  });
}

function idOf(value: unknown): string {
  if (typeof value !== 'string' || !ID.test(value))
    throw new ScimRefusal('invalidValue', 'The value of a member must be the id of a user');
  return value;
}
