import type { Provider } from '@nestjs/common';
import { DeleteCommentHandler } from '../../application/comment/delete-comment.js';
import { PostCommentHandler } from '../../application/comment/post-comment.js';
import { PostReplyHandler } from '../../application/comment/post-reply.js';
import { UpdateCommentHandler } from '../../application/comment/update-comment.js';
import { CommentPlaces, Comments, CommentTexts } from '../../domain/comment/comments.js';
import { CommentPlaceReader } from './comment-places.js';
import { GetCommentHandler, GetReplyHandler, ListCommentsHandler, ListRepliesHandler } from './comment.reader.js';
import { CommentStore } from './comment.store.js';
import { ThreadedCommentTexts } from './comment-texts.js';
import { CommentViews } from './comment-views.js';
import { ListCommentersHandler } from './commenters.reader.js';

/** What comments are made of. */
export const COMMENTS: Provider[] = [
  { provide: Comments, useClass: CommentStore },
  { provide: CommentPlaces, useClass: CommentPlaceReader },
  { provide: CommentTexts, useClass: ThreadedCommentTexts },
  CommentViews,
  DeleteCommentHandler,
  GetCommentHandler,
  GetReplyHandler,
  ListCommentersHandler,
  ListCommentsHandler,
  ListRepliesHandler,
  PostCommentHandler,
  PostReplyHandler,
  UpdateCommentHandler,
];
