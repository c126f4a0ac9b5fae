/** The columns of teams that other areas may read in their statements. */
export const TEAMS = '(select organization_id, id, version, title, created_at from organization.team)';

/** The columns of team members that other areas may read in their statements. */
export const TEAM_MEMBERS = '(select organization_id, team_id, user_id from organization.team_member)';
