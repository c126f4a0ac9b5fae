import { roleAtLeast, type Role } from '#permissions';

/** The permissions of a caller on a comment or a reply. */
export interface CommentPermissions {
  view: boolean;
  edit: boolean;
  /** Reply to it, and react to it. */
  reply: boolean;
  delete: boolean;
  resolve: boolean;
}

/** Authors who may no longer comment in the space cannot change their comments either. */
export function commentPermissions(role: Role, isAuthor: boolean): CommentPermissions {
  const own = isAuthor && roleAtLeast(role, 'comment');
  return {
    view: true,
    edit: own,
    reply: roleAtLeast(role, 'comment'),
    delete: own || roleAtLeast(role, 'admin'),
    resolve: own || roleAtLeast(role, 'edit'),
  };
}
