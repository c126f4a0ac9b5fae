import type { Caller } from '#kernel/application/caller';
import { Conflict, NotFound, PreconditionFailed } from '#kernel/domain/errors';
import { roleAtLeast } from '#permissions';
import type { Collections } from '../../domain/collection/collections.js';
import type { ContentItem } from '../../domain/collection/places.js';
import type { Spaces } from '../../domain/space/spaces.js';
import { authorizeCollection } from '../collection/authorize-collection.js';
import { authorizeSpace } from './authorize-space.js';

/** The space or collection that is transferred. */
export interface TransferredRecord {
  organizationId: string;
  title: string;
}

/**
 * Loads a space or collection for a caller who transfers it. Requires the role admin on it and the role create in the
 * other organization.
 */
export async function authorizeTransfer(
  { spaces, collections }: { spaces: Spaces; collections: Collections },
  caller: Caller,
  { kind, id }: ContentItem,
  to: string,
): Promise<TransferredRecord> {
  const record: TransferredRecord =
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
