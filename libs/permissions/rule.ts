import { rankOf, roleOfRank, type Role } from './roles.js';

/** The default permission of members on a record: a role, nothing (`null`), or that of the record above it. */
export type Level = Role | 'inherit' | null;

/**
 * The effective level of a record: the first that does not inherit, of the record and those above it, the nearest
 * first. `inherit` when all do: that of the organization, where every member has their own role.
 */
export function resolveLevel(levels: Iterable<Level>): Level {
  for (const level of levels) if (level !== 'inherit') return level;
  return 'inherit';
}

/**
 * The one rule of permissions: the role of a user on a record, undefined where they may not know of it.
 *
 * A user who is not a member of the organization that owns it (`member` undefined) has none, whatever was granted to
 * them. Administrators of the organization administrate everything. Other members have the highest of the roles granted
 * to them or to their teams, on the record or on those above it, and of the effective default level; guests (`null`)
 * have what was granted and nothing else.
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
