import { NotFound } from '#kernel/domain/errors';
import type { Site } from '../../sites/domain/site/site.js';
import { readDestination, requireOnSite, type RedirectDestination } from '../domain/destination.js';
import type { PagePlaces } from '../domain/redirects.js';

/**
 * Resolves a destination from a request into a part of this site or an address; a path becomes the page at that path.
 */
export async function settleDestination(pages: PagePlaces, site: Site, wanted: object): Promise<RedirectDestination> {
  const destination = readDestination(wanted);
  if (destination.kind !== 'path') {
    requireOnSite(site.structure, destination);
    return destination;
  }
  const { spaceId, path } = destination;
  const siteSpace = site.structure.siteSpaces.find(({ space }) => space === spaceId);
  if (!siteSpace) throw new NotFound('The space of the destination is not on the site');
  const pageId = await pages.pageAt(site.organizationId, spaceId, path.replace(/^\/+|\/+$/g, ''));
  if (pageId === undefined) throw new NotFound('The page of the destination was not found');
  return { kind: 'site-page', siteSpaceId: siteSpace.id, pageId };
}
