import { roleAtLeast, type Role } from '#permissions';
import type { SpacePermissions } from '../../../contract/space.view.js';
import type { SpaceChanges } from './space.js';

/**
 * The role required to change a space's fields. A default level could make the caller an administrator, and a template
 * is offered to others: both require the role admin.
 */
export function roleToUpdate({ defaultLevel, template }: SpaceChanges): Role {
  return defaultLevel === undefined && template === undefined ? 'create' : 'admin';
}

/** The permissions in a space that a role grants. A locked or deleted space cannot be edited. */
export function spacePermissions(role: Role, space: { locked: boolean; deleted: boolean }): SpacePermissions {
  const may = (wanted: Role): boolean => roleAtLeast(role, wanted);
  const editable = !space.locked && !space.deleted;
  return {
    view: may('read'),
    access: may('read'),
    admin: may('admin'),
    viewInviteLinks: may('admin'),
    edit: may('edit') && editable,
    triggerGitSync: may('create') && editable,
    comment: may('comment') && !space.deleted,
    merge: may('edit') && editable,
    review: may('review') && !space.deleted,
    installIntegration: may('admin'),
  };
}
