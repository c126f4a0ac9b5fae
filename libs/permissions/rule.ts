import { rankOf, roleOfRank, type Role } from './roles.js';

/** What members may do by default with a record: a role, nothing (`null`), or what they may do where it stands. */
export type Level = Role | 'inherit' | null;

/**
 * The level that holds for a record: the first that does not inherit, of its own and of those above it, the nearest
 * first. `inherit` when all do: the organization's, where every member has the role they have in it.
 */
export function resolveLevel(levels: Iterable<Level>): Level {
  for (const level of levels) if (level !== 'inherit') return level;
  return 'inherit';
}

/**
 * THE rule: the role of somebody on a record, undefined where they may not know of it.
 *
 * Whoever is no member of the organization that owns it (`member` undefined) has none, whatever was granted to them.
 * Administrators of the organization administrate everything. Everybody else has the highest of the roles granted to
 * them or to their teams, on the record or on what it stands in, and of the default level that holds for it; guests
 * (`null`) have what was granted and nothing else.
 */
export function allowed(
  member: Role | null | undefined,
  level: Level,
  granted: Iterable<Role | undefined>,
): Role | undefined {
  if (member === undefined || member === 'admin') return member;
  const byLevel = member === null ? undefined : level === 'inherit' ? member : level;
  return roleOfRank(Math.max(rankOf(byLevel), ...Array.from(granted, rankOf)));
}
