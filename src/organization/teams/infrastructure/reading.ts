/** What other areas read of teams in their statements: who is in which. */
export const TEAM_MEMBERS = '(select organization_id, team_id, user_id from organization.team_member)';
