import type { Caller } from '#kernel/application/caller';
import { NotFound } from '#kernel/domain/errors';
import type { Role } from '#permissions';
import type { Site } from '../../domain/site/site.js';
import { requireSiteRole, siteRoleOf } from '../../domain/site/site.policy.js';
import type { Sites } from '../../domain/site/sites.js';

/**
 * Loads and locks a site for a caller who wants to change it. Throws NotFound if there is no such site, or if the
 * caller is not in the organization, and Forbidden if the caller's role is not sufficient.
 */
export async function authorizeSite(
  sites: Sites,
  caller: Caller,
  organizationId: string,
  siteId: string,
  wanted: Role,
): Promise<Site> {
  requireSiteRole(caller, organizationId, siteId, wanted);
  const site = await sites.held(organizationId, siteId);
  if (!site) throw new NotFound('Site not found');
  return site;
}

/** The same, but returns undefined if there is no such site, or if the caller is not in the organization. */
export async function authorizeAnySite(
  sites: Sites,
  caller: Caller,
  organizationId: string,
  siteId: string,
  wanted: Role,
): Promise<Site | undefined> {
  if (siteRoleOf(caller, organizationId, siteId) === undefined) return undefined;
  requireSiteRole(caller, organizationId, siteId, wanted);
  return sites.held(organizationId, siteId);
}
