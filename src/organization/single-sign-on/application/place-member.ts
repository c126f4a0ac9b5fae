import type { AuditEntry, AuditTrail } from '#kernel/application/audit-trail';
import type { Member } from '../../members/domain/member.js';
import type { Teams } from '../../teams/domain/teams.js';
import type { Placement } from '../domain/placement.js';
import type { Voucher } from '../domain/voucher.js';

export interface PlacementPorts {
  teams: Teams;
  audit: AuditTrail;
}

/**
 * Gives a member the role and the teams that their groups say; returns what changed. The last administrator keeps the
 * role. The caller saves the member and invalidates their rights.
 */
export async function placeMember(
  { teams, audit }: PlacementPorts,
  provider: Voucher,
  member: Member,
  { role, join, leave }: Placement,
  otherAdministrators: number,
): Promise<{ role: boolean; teams: boolean }> {
  const { organizationId } = provider;
  const before = member.role;
  const last = before === 'admin' && otherAdministrators === 0;
  const changes = role !== undefined && role !== before && !last;
  if (changes) member.changeRole(role, otherAdministrators);
  const { joined, left } = await teams.follow(organizationId, member.id, { join, leave });
  const by = { provider: provider.id, method: provider.protocol };
  const inTeam = (action: string, id: string): AuditEntry => ({
    organizations: [organizationId],
    action: `team.member-${action}`,
    target: { type: 'team', id },
    payload: { user: member.id, ...by },
  });
  const roleChanged: AuditEntry = {
    organizations: [organizationId],
    action: 'member.role-changed',
    target: { type: 'member', id: member.id },
    payload: { before, after: role, ...by },
  };
  await audit.record(
    ...(changes ? [roleChanged] : []),
    ...joined.map((id) => inTeam('added', id)),
    ...left.map((id) => inTeam('removed', id)),
  );
  return { role: changes, teams: joined.length + left.length > 0 };
}
