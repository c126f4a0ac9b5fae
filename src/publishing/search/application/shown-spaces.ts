import type { Dispatcher } from '#kernel/application/dispatcher';
import { RolesOnSpaces, type ShownSpaces } from '#content';
import type { SiteReading } from '../../sites/domain/site/site-reading.js';
import { inputsOf } from '../../sites/domain/structure/shown-structure.js';
import { spacesInScope } from '../domain/search-scope.js';
import type { ReadingQuery } from './search.queries.js';

/** The services that find the spaces of a site. */
interface Tools {
  reading: SiteReading;
  dispatcher: Dispatcher;
}

/** The spaces of a site within a scope that the site shows the caller and that the caller may see. */
export async function shownSpaces(
  { reading, dispatcher }: Tools,
  { caller, organizationId, siteId, scope }: ReadingQuery<unknown>,
): Promise<ShownSpaces> {
  const { site } = await reading.forReader(caller, organizationId, siteId);
  const wanted = spacesInScope(site.structure, scope);
  const { visitor } = caller;
  if (visitor) {
    const spaceIds = wanted.filter((space) => visitor.spaces.includes(space));
    return { organizationId, spaceIds, claims: inputsOf(site, visitor.claims).visitor.claims };
  }
  const roles = await dispatcher.ask(new RolesOnSpaces(caller, organizationId, wanted));
  return { organizationId, spaceIds: wanted.filter((space) => roles.has(space)) };
}
