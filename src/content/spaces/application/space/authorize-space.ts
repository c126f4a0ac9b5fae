import type { Caller } from '#kernel/application/caller';
import { Conflict, Forbidden, NotFound } from '#kernel/domain/errors';
import { roleAtLeast, type Role } from '#permissions';
import type { SpaceWithRole, Spaces } from '../../domain/space/spaces.js';
import type { Space } from '../../domain/space/space.js';

/**
 * Loads a space for somebody who wants to do something with it. NotFound where they may not know of it or it is
 * deleted, Forbidden where they may see it but their role does not reach.
 */
export async function authorizeSpace(spaces: Spaces, caller: Caller, spaceId: string, wanted: Role): Promise<Space> {
  return requireAccess(await spaces.held(caller, spaceId), wanted);
}

/** The same, deleted spaces included; undefined instead of NotFound. */
export async function reachAnySpace(
  spaces: Spaces,
  caller: Caller,
  spaceId: string,
  wanted: Role,
): Promise<Space | undefined> {
  return visible(await spaces.held(caller, spaceId), wanted);
}

/** Refuses a space as `authorizeSpace` does, for one that is loaded already. */
export function requireAccess(loaded: SpaceWithRole | undefined, wanted: Role): Space {
  const space = visible(loaded, wanted);
  if (!space || space.deleted) throw new NotFound('Space not found');
  return space;
}

/** Refuses edits of a space that is locked. */
export function requireUnlocked(space: Space): void {
  if (space.locked) throw new Conflict('The space is locked: no edits are taken');
}

function visible(held: SpaceWithRole | undefined, wanted: Role): Space | undefined {
  if (!held?.role) return undefined;
  // Only its administrators can tell a deleted space from one that is not there.
  if (held.space.deleted && held.role !== 'admin') return undefined;
  if (!roleAtLeast(held.role, wanted)) throw new Forbidden(`This needs the role ${wanted} or more in the space`);
  return held.space;
}
