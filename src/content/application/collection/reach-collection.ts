import type { Caller } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { roleAtLeast, type Role } from '#permissions';
import type { Collection } from '../../domain/collection/collection.js';
import type { Collections } from '../../domain/collection/collections.js';

/**
 * Loads a collection for somebody who wants to do something with it. NotFound where they may not know of it, Forbidden
 * where they may see it but their role does not reach.
 */
export async function reachCollection(
  collections: Collections,
  caller: Caller,
  collectionId: string,
  wanted: Role,
): Promise<Collection> {
  const held = await collections.held(caller, collectionId);
  if (!held?.role) throw new NotFound('Collection not found');
  if (!roleAtLeast(held.role, wanted)) throw new Forbidden(`This needs the role ${wanted} or more on the collection`);
  return held.collection;
}

/** Refuses to create something where the caller may not: in a collection, or right in the organization. */
export async function requirePlace(
  collections: Collections,
  caller: Caller,
  organizationId: string,
  parent: string | undefined,
): Promise<void> {
  const role = caller.roles.get(organizationId);
  if (role === undefined) throw new NotFound('Organization not found');
  if (parent === undefined) {
    if (!roleAtLeast(role, 'create')) throw new Forbidden('This needs the role create or more in the organization');
    return;
  }
  const collection = await reachCollection(collections, caller, parent, 'create');
  if (collection.organizationId !== organizationId) throw new NotFound('Collection not found');
}
