import { roleAtLeast, type Role } from '#permissions';

/** Whether a member of the organization with this role may read the instructions of the assistant. */
export function readsInstructions(role: Role): boolean {
  return roleAtLeast(role, 'create');
}
