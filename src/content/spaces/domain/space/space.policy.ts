import { roleAtLeast, type Role } from '#permissions';
import type { SpacePermissions } from '../../../contract/space.view.js';
import type { SpaceChanges } from './space.js';

/**
 * The role that changes of a space's record need. The default level could make its setter an administrator, and a template
 * is meant for others: both need an administrator.
 */
export function roleToUpdate({ defaultLevel, template }: SpaceChanges): Role {
  return defaultLevel === undefined && template === undefined ? 'create' : 'admin';
}

/** What somebody with this role may do with a space; a locked or deleted one takes no edits from anybody. */
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
