import { roleAtLeast, type Role } from '#permissions';

/** What somebody may do with a comment or a reply. */
export interface CommentPermissions {
  view: boolean;
  edit: boolean;
  /** Reply to it, and react to it. */
  reply: boolean;
  delete: boolean;
  resolve: boolean;
}

/** Whoever no longer may comment in the space does nothing with what they wrote there either. */
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
