import { roleAtLeast, type Role } from '#permissions';
import type { CollectionPermissions } from '../../../contract/collection.view.js';

/** The permissions on a collection that a role grants. */
export function collectionPermissions(role: Role): CollectionPermissions {
  const admin = roleAtLeast(role, 'admin');
  return { view: true, admin, viewInviteLinks: admin, create: roleAtLeast(role, 'create') };
}
