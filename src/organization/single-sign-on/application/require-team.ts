import { Invalid } from '#kernel/domain/errors';
import type { Teams } from '../../teams/domain/teams.js';

/** Refuses a default team that is not one of the organization. */
export async function requireTeam(
  teams: Teams,
  organizationId: string,
  teamId: string | null | undefined,
): Promise<void> {
  if (typeof teamId !== 'string') return;
  if (!(await teams.has(organizationId, teamId))) {
    throw new Invalid('defaultTeam must be the id of a team of the organization');
  }
}
