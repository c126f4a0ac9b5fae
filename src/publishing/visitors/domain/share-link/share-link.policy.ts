import { roleAtLeast, type Role } from '#permissions';

/** Whether a member of the organization with this role reads the keys of share links: those who may make another. */
export function readsKeys(role: Role): boolean {
  return roleAtLeast(role, 'create');
}
