/** The columns of team members that other areas may read in their statements. */
export const TEAM_MEMBERS = '(select organization_id, team_id, user_id from organization.team_member)';
