import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { Invalid } from '#kernel/domain/errors';
import { RolesOnSpaces } from '#content';
import type { Site } from '../../domain/site/site.js';
import { requireMayPublish, requireMayShow } from '../../domain/site/site.policy.js';
import type { PlacedSpace } from '../../domain/structure/structure.js';

/**
 * The spaces that a caller wants on a site, in their order. What the caller may not know of is refused like what is
 * unknown; whoever publishes a space must be able to create content in it.
 */
export async function spacesToPublish(
  dispatcher: Dispatcher,
  caller: Caller,
  organizationId: string,
  spaceIds: readonly string[],
): Promise<PlacedSpace[]> {
  const held = await dispatcher.ask(new RolesOnSpaces(caller, organizationId, spaceIds));
  return spaceIds.map((id) => {
    const space = held.get(id);
    if (!space) throw new Invalid(`There is no space ${JSON.stringify(id)} in the organization`);
    requireMayPublish(space.role);
    return space;
  });
}

export async function spaceToPublish(
  dispatcher: Dispatcher,
  caller: Caller,
  organizationId: string,
  spaceId: string,
): Promise<PlacedSpace> {
  const [space] = await spacesToPublish(dispatcher, caller, organizationId, [spaceId]);
  if (!space) throw new Invalid('spaceId must name a space');
  return space;
}

/** Refuses a caller who would show these spaces, on a site that is held, to others than before. */
export async function requireShowing(
  dispatcher: Dispatcher,
  caller: Caller,
  { organizationId }: Site,
  spaces: readonly string[],
): Promise<void> {
  if (spaces.length === 0) return;
  requireMayShow(spaces, await dispatcher.ask(new RolesOnSpaces(caller, organizationId, spaces, true)));
}

/** The same of all that a site holds. */
export function requireShowingAll(dispatcher: Dispatcher, caller: Caller, site: Site): Promise<void> {
  const spaces = site.structure.siteSpaces.map(({ space }) => space);
  return requireShowing(dispatcher, caller, site, spaces);
}
