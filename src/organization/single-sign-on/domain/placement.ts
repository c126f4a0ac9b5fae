import { roleAtLeast, type Role } from '#kernel/application/caller';
import { exceeds } from '#kernel/domain/characters';
import { Invalid } from '#kernel/domain/errors';

/** What a group of a provider means here: a role in the organization, membership in a team, or both. */
export interface GroupRule {
  /** As the provider names it. */
  group: string;
  role?: Role;
  /** The id of a team. */
  team?: string;
}

/** What the groups of a user give them. */
export interface Placement {
  /** `null` makes them a guest; undefined where no rule names a role, and it stays as it is. */
  role: Role | null | undefined;
  /** The ids of the teams to be in. */
  join: string[];
  /** Those to leave: teams of rules whose groups the user is not in. */
  leave: string[];
}

const MOST_RULES = 100;
const MAX_GROUP = 256;

/** Validates the rules of a provider. Throws Invalid. Whether the teams exist is checked elsewhere. */
export function validRules(rules: readonly GroupRule[]): GroupRule[] {
  if (rules.length > MOST_RULES) throw new Invalid(`groupRules takes at most ${MOST_RULES} rules`);
  return rules.map(({ group, role, team }) => {
    if (group.trim() === '' || exceeds(group, MAX_GROUP))
      throw new Invalid(`groupRules: group takes 1 to ${MAX_GROUP} characters`);
    if (role === undefined && team === undefined)
      throw new Invalid(`groupRules: the rule of the group "${group}" names neither a role nor a team`);
    return { group, ...(role !== undefined && { role }), ...(team !== undefined && { team }) };
  });
}

/** The ids of the teams that rules name. */
export function teamsIn(rules: readonly GroupRule[]): string[] {
  return [...new Set(rules.flatMap(({ team }) => team ?? []))];
}

/**
 * What these groups give by the rules: the highest role, or `otherwise` where rules name roles and none of them applies;
 * and the teams.
 */
export function placementOf(rules: readonly GroupRule[], groups: readonly string[], otherwise: Role | null): Placement {
  const held = new Set(groups);
  const applying = rules.filter(({ group }) => held.has(group));
  const join = teamsIn(applying);
  const roles = applying.flatMap(({ role }) => role ?? []);
  const highest = roles.reduce<Role | undefined>(
    (best, role) => (best && roleAtLeast(best, role) ? best : role),
    undefined,
  );
  return {
    role: rules.some(({ role }) => role !== undefined) ? (highest ?? otherwise) : undefined,
    join,
    leave: teamsIn(rules).filter((team) => !join.includes(team)),
  };
}
