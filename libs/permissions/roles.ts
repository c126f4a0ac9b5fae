/**
 * What a user may do, from most to least: administrate, create content, review it, edit it, comment on it, read it.
 * `null` instead of a role is a guest, who has grants only.
 */
export type Role = 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';

/** The roles from least to most. */
export const ROLES: readonly Role[] = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

/** Roles as numbers in their order: 1 for `read` to 6 for `admin`, 0 for none. */
export function rankOf(role: Role | null | undefined): number {
  return role === null || role === undefined ? 0 : ROLES.indexOf(role) + 1;
}

/** The role of a rank; undefined for 0, for no value, and for any other number. */
export function roleOfRank(rank: number | null | undefined): Role | undefined {
  return rank === null || rank === undefined ? undefined : ROLES[rank - 1];
}

/** Whether `role` includes `wanted`. */
export function roleAtLeast(role: Role | null | undefined, wanted: Role): boolean {
  return rankOf(role) >= rankOf(wanted);
}
