import type { Caller } from '#kernel/application/caller';
import { NotFound } from '#kernel/domain/errors';
import type { Role } from '#permissions';
import type { Site } from '../../domain/site/site.js';
import { requireSiteRole } from '../../domain/site/site.policy.js';
import type { Sites } from '../../domain/site/sites.js';

/**
 * Loads a site for somebody who wants to change it; nobody else does until the transaction ends. Refuses strangers with
 * NotFound, and members whose role in the organization does not reach with Forbidden.
 */
export async function authorizeSite(
  sites: Sites,
  caller: Caller,
  organizationId: string,
  siteId: string,
  wanted: Role,
): Promise<Site> {
  requireSiteRole(caller, organizationId, wanted);
  const site = await sites.held(organizationId, siteId);
  if (!site) throw new NotFound('Site not found');
  return site;
}

/** The same, undefined where there is no such site, and for strangers, for whom there is none. */
export async function authorizeAnySite(
  sites: Sites,
  caller: Caller,
  organizationId: string,
  siteId: string,
  wanted: Role,
): Promise<Site | undefined> {
  if (!caller.roles.has(organizationId)) return undefined;
  requireSiteRole(caller, organizationId, wanted);
  return sites.held(organizationId, siteId);
}
