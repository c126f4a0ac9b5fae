import type { Role } from '#kernel/application/caller';
import type { MemberView } from '../../contract/member.view.js';
import { toUserView, type UserRow } from '../user/user.reader.js';

export interface MemberRow extends UserRow {
  role: Role | null;
  disabled: boolean;
  sso: boolean;
  spaces: number;
  teams: number;
  joinedAt: Date;
  lastSeenAt: Date | null;
}

/** Where a member stands, in a statement that calls the tables `m` and `u`. */
export const MEMBER_TABLES = 'organization.member m join organization."user" u on u.id = m.user_id';

/** The columns of a member from these tables. */
export const MEMBER_COLUMNS = `m.id, m.role, m.disabled, m.sso, m.spaces, m.joined_at as "joinedAt",
  m.last_seen_at as "lastSeenAt", u.email, u.display_name as "displayName", u.photo_url as "photoUrl",
  (select count(*)::int from organization.team_member o
   where o.user_id = m.user_id and o.organization_id = m.organization_id) as teams`;

export function toMemberView(row: MemberRow, publicUrl: string): MemberView {
  const view: MemberView = {
    object: 'member',
    id: row.id,
    role: row.role,
    user: toUserView(row, publicUrl),
    disabled: row.disabled,
    joinedAt: row.joinedAt.toISOString(),
    sso: row.sso,
    spaces: row.spaces,
    teams: row.teams,
    sites: 0,
  };
  if (row.lastSeenAt) view.lastSeenAt = row.lastSeenAt.toISOString();
  return view;
}
