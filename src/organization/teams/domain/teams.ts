import type { Team } from './team.js';
import type { TeamRole } from './team-changes.js';

export abstract class Teams {
  /** A team, locked until the transaction ends. */
  abstract findToChange(organizationId: string, teamId: string): Promise<Team | undefined>;
  /** The roles of these users in a team; non-members are absent. */
  abstract rolesOf(team: Team, userIds: readonly string[]): Promise<Map<string, TeamRole>>;
  /** Adds users to a team, or changes their roles in it. */
  abstract put(team: Team, roles: ReadonlyMap<string, TeamRole>): Promise<void>;
  /** Removes users from a team. */
  abstract drop(team: Team, userIds: readonly string[]): Promise<void>;
  /** Stores how many spaces are granted to teams, by their ids. */
  abstract recordSpaces(organizationId: string, counts: ReadonlyMap<string, number>): Promise<void>;
  abstract has(organizationId: string, teamId: string): Promise<boolean>;
  /** Adds a new member of the organization to a team. Does nothing where the team was deleted or the user is in it. */
  abstract join(organizationId: string, teamId: string, userId: string): Promise<void>;
  abstract save(team: Team): Promise<void>;
  /** Removes a team and its members; returns their ids. */
  abstract remove(team: Team): Promise<string[]>;
}
