import type { Role } from '#kernel/application/caller';
import type { TeamView } from '../../contract/team.view.js';
import type { TeamRole } from '../domain/team-changes.js';
import { teamPermissions } from '../domain/team.policy.js';

export interface TeamRow {
  id: string;
  title: string;
  spaces: number;
  members: number;
  createdAt: Date;
  /** The caller's role in the team. */
  ownRole: TeamRole | null;
}

/** The columns of a team, with its table as `t` and the caller's id as parameter $2. */
export const TEAM_COLUMNS = `t.id, t.title, t.spaces, t.created_at as "createdAt",
  (select count(*)::int from organization.team_member o
   where o.organization_id = t.organization_id and o.team_id = t.id) as members,
  (select o.role from organization.team_member o
   where o.organization_id = t.organization_id and o.team_id = t.id and o.user_id = $2) as "ownRole"`;

/** The view of a team for a caller with this role in the organization. */
export function toTeamView(row: TeamRow, role: Role | null): TeamView {
  return {
    object: 'team',
    id: row.id,
    title: row.title,
    members: row.members,
    spaces: row.spaces,
    createdAt: row.createdAt.toISOString(),
    permissions: teamPermissions(role, row.ownRole ?? undefined),
  };
}
