import type { Role } from '#kernel/application/caller';
import type { TeamPermissions } from '../../contract/team.view.js';
import { organizationPermissions } from '../../organizations/domain/organization.policy.js';
import type { TeamRole } from './team-changes.js';

/**
 * What a caller may do with a team, by their role in the organization and in the team, undefined for non-members.
 * Administrators manage every team and owners their own; members see all teams, guests those they are in.
 */
export function teamPermissions(role: Role | null, teamRole: TeamRole | undefined): TeamPermissions {
  const { admin, listTeams } = organizationPermissions(role);
  return { admin: admin || teamRole === 'owner', view: listTeams || teamRole !== undefined };
}
