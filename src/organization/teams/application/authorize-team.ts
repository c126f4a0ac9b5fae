import type { Caller } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import type { Team } from '../domain/team.js';
import { teamPermissions } from '../domain/team.policy.js';
import type { Teams } from '../domain/teams.js';
import { authorizeOrganization } from '../../organizations/application/authorize-organization.js';

/**
 * Loads a team that the caller manages, locked until the transaction ends. NotFound where there is none, Forbidden
 * where the caller does not manage it; guests get Forbidden in both cases.
 */
export async function authorizeTeam(
  teams: Teams,
  caller: Caller,
  organizationId: string,
  teamId: string,
): Promise<Team> {
  const role = authorizeOrganization(caller, organizationId);
  const team = await teams.findToChange(organizationId, teamId);
  const roles = team && role !== 'admin' ? await teams.rolesOf(team, [caller.userId]) : undefined;
  const may = teamPermissions(role, roles?.get(caller.userId));
  if (may.view && !team) throw new NotFound('Team not found');
  if (!team || !may.admin)
    throw new Forbidden('Only owners of the team and administrators of the organization may do this');
  return team;
}
