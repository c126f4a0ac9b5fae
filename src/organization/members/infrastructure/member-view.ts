import type { Role } from '#kernel/application/caller';
import type { MemberView } from '../../contract/member.view.js';
import { toUserView, type UserRow } from './user.reader.js';

export interface MemberRow extends UserRow {
  role: Role | null;
  disabled: boolean;
  sso: boolean;
  spaces: number;
  teams: number;
  joinedAt: Date;
  lastSeenAt: Date | null;
}

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
