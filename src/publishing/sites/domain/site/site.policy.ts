import type { Caller } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { roleAtLeast, type Role } from '#permissions';
import type { SitePermissions } from '../../../contract/site.view.js';

/**
 * Refuses callers whose role in the organization does not reach, before anything is looked up: so nobody learns from the
 * refusal which sites there are. Guests have no role.
 */
export function requireSiteRole(caller: Caller, organizationId: string, wanted: Role): Role {
  const role = caller.roles.get(organizationId);
  if (role === undefined || caller.visitor) throw new NotFound('Organization not found');
  if (role === null || !roleAtLeast(role, wanted))
    throw new Forbidden(`This needs the role ${wanted} or more in the organization`);
  return role;
}

/**
 * Refuses whoever is neither a visitor of the site, who has no role, nor a member of its organization who may read its
 * sites.
 */
export function requireSiteReader(caller: Caller, organizationId: string, siteId: string): Role | undefined {
  const { visitor } = caller;
  if (!visitor) return requireSiteRole(caller, organizationId, 'read');
  if (visitor.siteId !== siteId || visitor.organizationId !== organizationId) throw new NotFound('Site not found');
  return undefined;
}

/** Refuses callers who put a space on a site without the role create or more in it. */
export function requireMayPublish(role: Role): void {
  if (!roleAtLeast(role, 'create')) throw new Forbidden('This needs the role create or more on the space');
}

/**
 * Refuses callers who show spaces to others than before, unless they may create content in every one of them: as much as
 * putting a space on a site takes. A space that they may not know of is not named.
 */
export function requireMayShow(spaces: readonly string[], held: ReadonlyMap<string, { role: Role }>): void {
  const may = (id: string): boolean => {
    const space = held.get(id);
    return space !== undefined && roleAtLeast(space.role, 'create');
  };
  if (!spaces.every(may))
    throw new Forbidden('This shows spaces of the site to others, and needs the role create or more on each of them');
}

/** What a member of the organization with this role may do with its sites; visitors (undefined) only read. */
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
