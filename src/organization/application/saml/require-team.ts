import { Invalid } from '#kernel/domain/errors';
import type { SamlOrganizations } from '../../domain/saml/saml.ports.js';

/** Refuses a default team that is not one of the organization. */
export async function requireTeam(
  organizations: SamlOrganizations,
  organizationId: string,
  teamId: string | null | undefined,
): Promise<void> {
  if (typeof teamId !== 'string') return;
  if (!(await organizations.hasTeam(organizationId, teamId))) {
    throw new Invalid('defaultTeam must be the id of a team of the organization');
  }
}
