import type { Team } from './team.js';
import type { TeamRole } from './team-changes.js';

export abstract class Teams {
  /** A team to be changed: others who want to change it wait until the transaction ends. */
  abstract findToChange(organizationId: string, teamId: string): Promise<Team | undefined>;
  /** What these users are in a team; those who are not in it are absent. */
  abstract rolesOf(team: Team, userIds: readonly string[]): Promise<Map<string, TeamRole>>;
  /** Puts users into a team, or changes what they are in it. */
  abstract put(team: Team, roles: ReadonlyMap<string, TeamRole>): Promise<void>;
  /** Takes users out of a team. */
  abstract drop(team: Team, userIds: readonly string[]): Promise<void>;
  /** Stores how many spaces are granted to teams, by their ids. */
  abstract noteSpaces(organizationId: string, counts: ReadonlyMap<string, number>): Promise<void>;
  abstract has(organizationId: string, teamId: string): Promise<boolean>;
  /** Lets a newcomer into a team, as a part of their joining. Does nothing where the team is gone or the user is in it. */
  abstract join(organizationId: string, teamId: string, userId: string): Promise<void>;
  abstract save(team: Team): Promise<void>;
  /** Removes a team and who is in it; answers the ids of the latter. */
  abstract remove(team: Team): Promise<string[]>;
}
