import type { Caller } from '#kernel/application/caller';
import { Conflict, Forbidden, NotFound } from '#kernel/domain/errors';
import { roleAtLeast, type Role } from '#permissions';
import type { SpaceWithRole, Spaces } from '../../domain/space/spaces.js';
import type { Space } from '../../domain/space/space.js';

/**
 * Loads a space for a caller who needs the role `wanted` in it. Throws NotFound where the space is deleted or the
 * caller cannot see it, and Forbidden where their role is too low.
 */
export async function authorizeSpace(spaces: Spaces, caller: Caller, spaceId: string, wanted: Role): Promise<Space> {
  return requireAccess(await spaces.findWithRole(caller, spaceId), wanted);
}

/** As `authorizeSpace`, but includes deleted spaces and returns undefined instead of throwing NotFound. */
export async function findAuthorizedSpace(
  spaces: Spaces,
  caller: Caller,
  spaceId: string,
  wanted: Role,
): Promise<Space | undefined> {
  return visible(await spaces.findWithRole(caller, spaceId), wanted);
}

/** As `authorizeSpace`, for a space that is already loaded. */
export function requireAccess(loaded: SpaceWithRole | undefined, wanted: Role): Space {
  const space = visible(loaded, wanted);
  if (!space || space.deleted) throw new NotFound('Space not found');
  return space;
}

/** Refuses edits of a space that is locked. */
export function requireUnlocked(space: Space): void {
  if (space.locked) throw new Conflict('The space is locked: no edits are taken');
}

function visible(loaded: SpaceWithRole | undefined, wanted: Role): Space | undefined {
  if (!loaded?.role) return undefined;
  // Only administrators of a space see that it was deleted; for others it does not exist.
  if (loaded.space.deleted && loaded.role !== 'admin') return undefined;
  if (!roleAtLeast(loaded.role, wanted)) throw new Forbidden(`This needs the role ${wanted} or more in the space`);
  return loaded.space;
}
