import { roleAtLeast, type Caller, type Role } from '#kernel/application/caller';
import { Conflict, Forbidden, NotFound } from '#kernel/domain/errors';
import type { Spaces } from '../../domain/ports.js';
import type { Space } from '../../domain/space.js';
import { roleInSpace } from '../../domain/space.policy.js';

/**
 * Loads a space for somebody who wants to do something with it. NotFound where they may not know of it or it is
 * deleted, Forbidden where they may see it but their role does not reach.
 */
export async function reachSpace(spaces: Spaces, caller: Caller, spaceId: string, wanted: Role): Promise<Space> {
  return requireReach(await spaces.find(spaceId), caller, wanted);
}

/** The same, deleted spaces included; undefined instead of NotFound. */
export async function reachAnySpace(
  spaces: Spaces,
  caller: Caller,
  spaceId: string,
  wanted: Role,
): Promise<Space | undefined> {
  return visible(await spaces.find(spaceId), caller, wanted);
}

/** Refuses a space as `reachSpace` does, for one that is loaded already. */
export function requireReach(loaded: Space | undefined, caller: Caller, wanted: Role): Space {
  const space = visible(loaded, caller, wanted);
  if (!space || space.deleted) throw new NotFound('Space not found');
  return space;
}

/** Refuses edits of a space that is locked. */
export function requireUnlocked(space: Space): void {
  if (space.locked) throw new Conflict('The space is locked: no edits are taken');
}

function visible(space: Space | undefined, caller: Caller, wanted: Role): Space | undefined {
  const role = space && roleInSpace(caller.roles.get(space.organizationId), space.defaultLevel);
  if (!role) return undefined;
  if (!roleAtLeast(role, wanted)) throw new Forbidden(`This needs the role ${wanted} or more in the space`);
  return space;
}
