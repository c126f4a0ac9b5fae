import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { Invalid } from '#kernel/domain/errors';
import { RolesOnSpaces } from '#content';
import type { Site } from '../../domain/site/site.js';
import { requireMayPublish, requireMayShow } from '../../domain/site/site.policy.js';
import type { PlacedSpace } from '../../domain/structure/structure.js';

/**
 * The spaces that a caller wants to put on a site, in their order. Spaces that the caller may not know of are rejected
 * like unknown ones; publishing a space requires the right to create content in it.
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

/** Throws Forbidden unless the caller may show these spaces, on a locked site, to other visitors than before. */
export async function requireShowing(
  dispatcher: Dispatcher,
  caller: Caller,
  { organizationId }: Site,
  spaces: readonly string[],
): Promise<void> {
  if (spaces.length === 0) return;
  requireMayShow(spaces, await dispatcher.ask(new RolesOnSpaces(caller, organizationId, spaces, true)));
}

/** The same for all spaces of a site. */
export function requireShowingAll(dispatcher: Dispatcher, caller: Caller, site: Site): Promise<void> {
  const spaces = site.structure.siteSpaces.map(({ space }) => space);
  return requireShowing(dispatcher, caller, site, spaces);
}
