import { TEAM_MEMBERS } from '../../teams/infrastructure/reading.js';

/** The columns of users that other areas may read in their statements. */
export const USERS = '(select id, email, email_verified, display_name, administrator from organization."user")';

/** The columns of members that other areas may read in their statements. */
export const MEMBERS = '(select organization_id, user_id, role from organization.member)';

/** Members joined with their users, as `m` and `u`; for the columns below. */
export const MEMBER_TABLES = 'organization.member m join organization."user" u on u.id = m.user_id';

/** The columns of a member from these tables, as a MemberRow has them. */
export const MEMBER_COLUMNS = `m.id, m.role, m.disabled, m.sso, m.spaces, m.joined_at as "joinedAt",
  m.last_seen_at as "lastSeenAt", u.email, u.display_name as "displayName", u.photo_url as "photoUrl",
  (select count(*)::int from ${TEAM_MEMBERS} o
   where o.user_id = m.user_id and o.organization_id = m.organization_id) as teams`;
