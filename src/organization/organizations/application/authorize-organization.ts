import type { Caller, Role } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import type { OrganizationPermissions } from '../../contract/organization.view.js';
import { organizationPermissions } from '../domain/organization.policy.js';

/** How refusals name what a caller may not do. */
const NEEDED: Partial<Record<keyof OrganizationPermissions, string>> = {
  admin: 'Only administrators of the organization may do this',
  listMembers: 'Guests see no other members of the organization',
  listTeams: 'Guests see only the teams they are in',
};

/**
 * The caller's role in an organization. NotFound where they are not a member, Forbidden where their role lacks
 * `permission`.
 */
export function authorizeOrganization(
  caller: Caller,
  organizationId: string,
  permission: keyof OrganizationPermissions = 'view',
): Role | null {
  const role = caller.roles.get(organizationId);
  if (role === undefined) throw new NotFound('Organization not found');
  if (!organizationPermissions(role)[permission])
    throw new Forbidden(NEEDED[permission] ?? 'The role in the organization does not reach');
  return role;
}

/** The same, but members need no permission for what concerns their own membership. */
export function authorizeMemberAccess(
  caller: Caller,
  organizationId: string,
  userId: string,
  permission: keyof OrganizationPermissions,
): Role | null {
  return authorizeOrganization(caller, organizationId, caller.userId === userId ? 'view' : permission);
}
