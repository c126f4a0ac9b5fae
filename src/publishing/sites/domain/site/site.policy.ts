import { covers, type Caller } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { roleAtLeast, type Role } from '#permissions';
import { roleOfSiteScopes } from './script-role.js';
import type { SitePermissions } from '../../../contract/site.view.js';

/**
 * The role of a caller on the sites of an organization, null for guests, undefined for callers from elsewhere. A script
 * has the role that its scopes say, on the sites that its installation covers; `siteId` is undefined for what concerns
 * no single site.
 */
export function siteRoleOf(
  caller: Caller,
  organizationId: string,
  siteId: string | undefined,
): Role | null | undefined {
  const { script } = caller;
  if (!script) return caller.visitor ? undefined : caller.roles.get(organizationId);
  if (script.installation?.organizationId !== organizationId) return undefined;
  return siteId === undefined || covers(script, 'sites', organizationId, siteId)
    ? roleOfSiteScopes(script.scopes)
    : undefined;
}

/**
 * Rejects callers whose role in the organization is not sufficient, before anything is looked up, so that the response
 * does not reveal which sites exist. Guests have no role.
 */
export function requireSiteRole(
  caller: Caller,
  organizationId: string,
  siteId: string | undefined,
  wanted: Role,
): Role {
  return atLeast(siteRoleOf(caller, organizationId, siteId), wanted);
}

/** Returns the role. Throws NotFound where the caller has none at all, Forbidden where it is less than wanted. */
export function atLeast(role: Role | null | undefined, wanted: Role): Role {
  if (role === undefined) throw new NotFound('Organization not found');
  if (role === null || !roleAtLeast(role, wanted))
    throw new Forbidden(`This needs the role ${wanted} or more in the organization`);
  return role;
}

/**
 * Rejects callers who are neither a visitor of the site (without a role) nor a member of its organization with read
 * access to its sites.
 */
export function requireSiteReader(caller: Caller, organizationId: string, siteId: string): Role | undefined {
  const { visitor } = caller;
  if (!visitor) return requireSiteRole(caller, organizationId, siteId, 'read');
  if (visitor.siteId !== siteId || visitor.organizationId !== organizationId) throw new NotFound('Site not found');
  return undefined;
}

/** Throws Forbidden unless the caller has at least the role create in the space that is put on a site. */
export function requireMayPublish(role: Role): void {
  if (!roleAtLeast(role, 'create')) throw new Forbidden('This needs the role create or more on the space');
}

/**
 * Throws Forbidden unless the caller may create content in each of these spaces: showing a space to others requires the
 * same rights as putting it on a site. The message does not name spaces that the caller may not know of.
 */
export function requireMayShow(spaces: readonly string[], held: ReadonlyMap<string, { role: Role }>): void {
  const may = (id: string): boolean => {
    const space = held.get(id);
    return space !== undefined && roleAtLeast(space.role, 'create');
  };
  if (!spaces.every(may))
    throw new Forbidden('This shows spaces of the site to others, and needs the role create or more on each of them');
}

/** The permissions of a member with this role on the organization's sites; visitors (undefined) may only read. */
export function sitePermissions(role: Role | undefined): SitePermissions {
  const may = (wanted: Role): boolean => role !== undefined && roleAtLeast(role, wanted);
  const create = may('create');
  return {
    view: true,
    access: true,
    edit: create,
    create,
    admin: may('admin'),
    installIntegration: may('admin'),
    viewAdaptiveSchema: may('read'),
    editAdaptiveSchema: create,
  };
}
