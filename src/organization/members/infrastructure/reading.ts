import { TEAM_MEMBERS } from '../../teams/infrastructure/reading.js';

/** What other areas read of users in their statements: these columns and no others. */
export const USERS = '(select id, email, email_verified, display_name, administrator from organization."user")';

/** What other areas read of members. */
export const MEMBERS = '(select organization_id, user_id, role from organization.member)';

/** A member with the user, in a statement that calls the tables `m` and `u`; for the columns below. */
export const MEMBER_TABLES = 'organization.member m join organization."user" u on u.id = m.user_id';

/** The columns of a member from these tables, as a MemberRow has them. */
export const MEMBER_COLUMNS = `m.id, m.role, m.disabled, m.sso, m.spaces, m.joined_at as "joinedAt",
  m.last_seen_at as "lastSeenAt", u.email, u.display_name as "displayName", u.photo_url as "photoUrl",
  (select count(*)::int from ${TEAM_MEMBERS} o
   where o.user_id = m.user_id and o.organization_id = m.organization_id) as teams`;
