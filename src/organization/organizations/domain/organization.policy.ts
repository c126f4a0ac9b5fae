import { roleAtLeast, type Role } from '#kernel/application/caller';
import type { OrganizationPermissions } from '../../contract/organization.view.js';

/** What a member with this role may do with the organization; a guest (`null`) may only see that it exists. */
export function organizationPermissions(role: Role | null): OrganizationPermissions {
  const member = role !== null;
  const creator = roleAtLeast(role, 'create');
  const admin = roleAtLeast(role, 'admin');
  return {
    view: true,
    access: true,
    admin,
    ownTeam: admin,
    createContent: creator,
    createOpenAPISpec: creator,
    ingestConversations: creator,
    viewBilling: admin,
    listMembers: member,
    listTeams: member,
    listIntegrations: member,
    listInstallations: member,
    installIntegration: admin,
  };
}
