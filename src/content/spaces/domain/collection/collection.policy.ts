import { roleAtLeast, type Role } from '#permissions';
import type { CollectionPermissions } from '../../../contract/collection.view.js';

/** What somebody with this role may do with a collection. */
export function collectionPermissions(role: Role): CollectionPermissions {
  const admin = roleAtLeast(role, 'admin');
  return { view: true, admin, viewInviteLinks: admin, create: roleAtLeast(role, 'create') };
}
