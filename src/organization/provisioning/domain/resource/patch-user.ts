import type { TargetPath } from '../filter/filter.js';
import { matches } from '../filter/matches.js';
import { parsePath } from '../filter/parse-filter.js';
import { ScimRefusal } from '../scim-refusal.js';
import { attributeAt, isIgnored } from '../schema/attribute-paths.js';
import { USER } from '../schema/schemas.js';
import type { Operation } from './operations.js';
import { isObject } from './read-value.js';
import { assign, clear, type UserDraft } from './user-draft.js';

/** Applies the operations of a PATCH, one after the other. */
export function patchUser(draft: UserDraft, operations: readonly Operation[]): void {
  for (const operation of operations) patch(draft, operation);
}

function patch(draft: UserDraft, { op, path, value }: Operation): void {
  if (path !== undefined) return change(draft, op, parsePath(path), value);
  if (!isObject(value)) throw new ScimRefusal('invalidValue', 'Without a path, the value must be an object');
  for (const [name, one] of Object.entries(value)) {
    const target = parsePath(name);
    // Providers send whole resources like this.
    if (!isReadOnly(target)) change(draft, op, target, one);
  }
}

function change(draft: UserDraft, op: Operation['op'], target: TargetPath, value: unknown): void {
  const path = fullPath(target);
  const named = attributeAt(USER, path);
  if (!named && isIgnored(USER, path)) return;
  if (!named) throw new ScimRefusal('invalidPath', `Users have no attribute ${path}`);
  if (isReadOnly(target)) throw new ScimRefusal('mutability', `${named.path} can’t be changed`);
  if (target.filter && !isSelected(draft, op, target)) return;
  if (op === 'remove' || value === null) return clear(draft, named.path);
  assign(draft, named.path, value);
}

/** Whether the filter of a path selects the one address there is. */
function isSelected({ email }: UserDraft, op: Operation['op'], { path, filter }: TargetPath): boolean {
  if (attributeAt(USER, path)?.path !== 'emails')
    throw new ScimRefusal('invalidPath', `${path} has no values to choose from`);
  const value = new Map<string, string | boolean>([
    ['value', email ?? ''],
    ['type', 'work'],
    ['primary', true],
  ]);
  if (filter === undefined || matches(value, filter)) return true;
  if (op === 'replace') throw new ScimRefusal('noTarget', 'No e-mail is like this: there is one, for work');
  return false;
}

function isReadOnly(target: TargetPath): boolean {
  const named = attributeAt(USER, fullPath(target));
  return (named?.parent ?? named?.attribute)?.mutability === 'readOnly';
}

const fullPath = ({ path, sub }: TargetPath): string => (sub === undefined ? path : `${path}.${sub}`);
