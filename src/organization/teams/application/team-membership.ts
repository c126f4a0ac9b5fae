import type { AuditTrail } from '#kernel/application/audit-trail';
import { type AuditEntry } from '#kernel/application/audit-trail';
import type { Callers } from '#kernel/application/callers';
import type { Members } from '../../members/domain/members.js';
import { namesIn, planChanges, type TeamChanges } from '../domain/team-changes.js';
import type { Team } from '../domain/team.js';
import type { Teams } from '../domain/teams.js';

/** The ports for changing the members of a team. */
export interface TeamMembershipPorts {
  teams: Teams;
  members: Members;
  callers: Callers;
  trail: AuditTrail;
}

/**
 * Applies changes to the members of a locked team, with the same number of statements for one as for a thousand. All of
 * them have their new rights from the next request. Throws Invalid when a user to add is not a member of the
 * organization. `actorId` is the user who does it; without one it is the server itself, and `details` may say on whose
 * behalf.
 */
export async function changeTeamMembers(
  { teams, members, callers, trail }: TeamMembershipPorts,
  team: Team,
  changes: TeamChanges,
  actorId?: string,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const names = namesIn(changes);
  if (names.length === 0) return;
  const ids = await members.identify(team.organizationId, names);
  const current = await teams.rolesOf(team, [...new Set(ids.values())]);
  const { added, changed, removed } = planChanges(changes, ids, current);
  const put = new Map([...added, ...changed]);
  if (put.size > 0) await teams.put(team, put);
  if (removed.length > 0) await teams.drop(team, removed);
  const entry = (action: string, user: string, role?: string): AuditEntry => ({
    organizations: [team.organizationId],
    action: `team.member-${action}`,
    ...(actorId !== undefined && { actorId }),
    target: { type: 'team', id: team.id, label: team.title },
    payload: role === undefined ? { user, ...details } : { user, role, ...details },
  });
  await callers.changed(...put.keys(), ...removed);
  await trail.record(
    ...[...added].map(([user, role]) => entry('added', user, role)),
    ...[...changed].map(([user, role]) => entry('role-changed', user, role)),
    ...removed.map((user) => entry('removed', user)),
  );
}
