import type { Caller } from '#kernel/application/caller';
import { toPageRequest } from '#kernel/interface/page.params';
import {
  PostComment,
  PostReply,
  UpdateComment,
  type CommentKey,
  type CommentPlace,
} from '../application/comment.commands.js';
import { ListComments, ListReplies } from '../application/comment.queries.js';
import type {
  CommentListParams,
  PostCommentBody,
  PostReplyBody,
  ReplyListParams,
  UpdateCommentBody,
  UpdateReplyBody,
} from './comment.body.js';

/** The default format of comments. */
export const FORMAT = 'markdown';

export function toPost(caller: Caller, place: CommentPlace, sent: PostCommentBody): PostComment {
  const { body, page, node, tableCell } = sent;
  return new PostComment(caller, place, body, { page, node, tableCell });
}

export function toReply(caller: Caller, thread: CommentKey, { body }: PostReplyBody): PostReply {
  return new PostReply(caller, thread, body);
}

export function toUpdate(caller: Caller, key: CommentKey, sent: UpdateCommentBody | UpdateReplyBody): UpdateComment {
  return new UpdateComment(caller, key, {
    body: sent.body,
    resolved: sent.resolved,
    added: sent.addedReactions ?? [],
    removed: sent.removedReactions ?? [],
  });
}

export function toList(caller: Caller, place: CommentPlace, params: CommentListParams): ListComments {
  const { order = 'desc', status = 'all', targetPage, authors, format = FORMAT } = params;
  return new ListComments(caller, place, { order, status, targetPage, authors }, format, toPageRequest(params));
}

export function toReplyList(caller: Caller, thread: CommentKey, params: ReplyListParams): ListReplies {
  return new ListReplies(caller, thread, params.format ?? FORMAT, toPageRequest(params));
}
