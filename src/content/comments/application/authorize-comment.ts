import type { Caller } from '#kernel/application/caller';
import { NotFound } from '#kernel/domain/errors';
import type { Comment } from '../domain/comment.js';
import { commentPermissions, type CommentPermissions } from '../domain/comment.policy.js';
import type { CommentKey, CommentPlace, Comments } from '../domain/comments.js';

interface ReachedComment {
  comment: Comment;
  may: CommentPermissions;
}

/** Locks a comment or reply and returns it with the caller's permissions; undefined if the caller may not see it. */
export async function findComment(
  comments: Comments,
  caller: Caller,
  key: CommentKey,
): Promise<ReachedComment | undefined> {
  const held = await comments.held(caller, key);
  if (!held?.role) return undefined;
  return { comment: held.comment, may: commentPermissions(held.role, held.comment.isBy(caller.userId)) };
}

/** The same, NotFound instead of undefined. */
export async function authorizeComment(comments: Comments, caller: Caller, key: CommentKey): Promise<ReachedComment> {
  const found = await findComment(comments, caller, key);
  if (!found) throw commentNotFound(key);
  return found;
}

export function commentNotFound({ replyId }: Pick<CommentKey, 'replyId'>): NotFound {
  return new NotFound(replyId === undefined ? 'Comment not found' : 'Reply not found');
}

export function placeNotFound({ changeRequestId }: CommentPlace): NotFound {
  return new NotFound(changeRequestId === undefined ? 'Space not found' : 'Change request not found');
}
