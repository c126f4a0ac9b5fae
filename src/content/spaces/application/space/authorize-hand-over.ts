import type { Caller } from '#kernel/application/caller';
import { Conflict, NotFound, PreconditionFailed } from '#kernel/domain/errors';
import { roleAtLeast } from '#permissions';
import type { Collections } from '../../domain/collection/collections.js';
import type { Standing } from '../../domain/collection/places.js';
import type { Spaces } from '../../domain/space/spaces.js';
import { authorizeCollection } from '../collection/authorize-collection.js';
import { authorizeSpace } from './authorize-space.js';

/** What is handed over. */
export interface HandedRecord {
  organizationId: string;
  title: string;
}

/**
 * Reaches something for a caller who wants to give it to another organization: an administrator of it, who may create in
 * the other.
 */
export async function authorizeHandOver(
  { spaces, collections }: { spaces: Spaces; collections: Collections },
  caller: Caller,
  { kind, id }: Standing,
  to: string,
): Promise<HandedRecord> {
  const record: HandedRecord =
    kind === 'space'
      ? await authorizeSpace(spaces, caller, id, 'admin')
      : await authorizeCollection(collections, caller, id, 'admin');
  const role = caller.roles.get(to);
  if (role === undefined) throw new NotFound('Organization not found');
  if (record.organizationId === to) throw new Conflict(`The ${kind} belongs to this organization already`);
  if (!roleAtLeast(role, 'create')) {
    throw new PreconditionFailed('This needs the role create or more in the organization it is transferred to');
  }
  return record;
}
