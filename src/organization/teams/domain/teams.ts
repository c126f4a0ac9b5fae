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
  /** Whether an organization has all of these different teams. */
  abstract hasAll(organizationId: string, teamIds: readonly string[]): Promise<boolean>;
  /**
   * Puts a member into teams and takes them out of others, as far as these exist; returns those where it changed
   * something. Locks the teams only against deletion.
   */
  abstract follow(
    organizationId: string,
    userId: string,
    teams: { join: readonly string[]; leave: readonly string[] },
  ): Promise<{ joined: string[]; left: string[] }>;
  abstract save(team: Team): Promise<void>;
  /** Removes a team and its members; returns their ids. */
  abstract remove(team: Team): Promise<string[]>;
}
