import type { Caller } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { roleAtLeast, type Role } from '#permissions';
import type { Collection } from '../../domain/collection/collection.js';
import type { Collections, CollectionWithRole } from '../../domain/collection/collections.js';

/**
 * Loads a collection for a caller who needs the role `wanted` on it. Throws NotFound where the caller cannot see the
 * collection, and Forbidden where their role is too low.
 */
export async function authorizeCollection(
  collections: Collections,
  caller: Caller,
  collectionId: string,
  wanted: Role,
): Promise<Collection> {
  const loaded = requireRole(await collections.findWithRole(caller, collectionId), wanted);
  if (!loaded) throw new NotFound('Collection not found');
  return loaded.collection;
}

/** As `authorizeCollection`, but returns undefined instead of throwing NotFound. */
export async function findAuthorizedCollection(
  collections: Collections,
  caller: Caller,
  collectionId: string,
  wanted: Role,
): Promise<Collection | undefined> {
  return requireRole(await collections.findWithRole(caller, collectionId), wanted)?.collection;
}

/**
 * Requires that the caller may place items in a collection, or at the root of the organization (`parent` null). Returns
 * the ids of the collection and those above it.
 */
export async function requirePlace(
  collections: Collections,
  caller: Caller,
  organizationId: string,
  parent: string | null,
): Promise<readonly string[]> {
  const role = caller.roles.get(organizationId);
  if (role === undefined) throw new NotFound('Organization not found');
  if (parent === null) {
    if (!roleAtLeast(role, 'create')) throw new Forbidden('This needs the role create or more in the organization');
    return [];
  }
  const loaded = requireRole(await collections.findWithRole(caller, parent), 'create');
  if (loaded?.collection.organizationId !== organizationId) throw new NotFound('Collection not found');
  return loaded.chain;
}

function requireRole(loaded: CollectionWithRole | undefined, wanted: Role): CollectionWithRole | undefined {
  if (!loaded?.role) return undefined;
  if (!roleAtLeast(loaded.role, wanted)) throw new Forbidden(`This needs the role ${wanted} or more on the collection`);
  return loaded;
}
