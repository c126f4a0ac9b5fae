import { roleAtLeast, type Role } from '#permissions';

/** Whether a member of the organization with this role may read the keys of share links: those who may create one. */
export function readsKeys(role: Role): boolean {
  return roleAtLeast(role, 'create');
}
