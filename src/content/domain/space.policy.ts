import { roleAtLeast, type Role } from '#kernel/application/caller';
import type { SpacePermissions } from '../contract/space.view.js';

/**
 * The role a caller has in a space, undefined when they may not know of it. Administrators of the organization keep
 * their role; for everybody else a space's own default level, when it has one, counts instead of their role.
 */
export function roleInSpace(
  memberRole: Role | null | undefined,
  defaultLevel: Role | 'inherit' | null,
): Role | undefined {
  if (memberRole === undefined) return undefined;
  if (memberRole === 'admin' || defaultLevel === 'inherit') return memberRole ?? undefined;
  return memberRole === null ? undefined : (defaultLevel ?? undefined);
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
