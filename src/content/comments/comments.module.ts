import { Module } from '@nestjs/common';
import { DeleteCommentHandler } from './application/delete-comment.js';
import { PostCommentHandler } from './application/post-comment.js';
import { PostReplyHandler } from './application/post-reply.js';
import { UpdateCommentHandler } from './application/update-comment.js';
import { CommentPlaces, CommentTexts, Comments } from './domain/comments.js';
import { CommentPlaceReader } from './infrastructure/comment-places.js';
import { IsolatedCommentTexts } from './infrastructure/comment-texts.js';
import { CommentViews } from './infrastructure/comment-views.js';
import {
  GetCommentHandler,
  GetReplyHandler,
  ListCommentsHandler,
  ListRepliesHandler,
} from './infrastructure/comment.reader.js';
import { CommentStore } from './infrastructure/comment.store.js';
import { ListCommentersHandler } from './infrastructure/commenters.reader.js';
import { ChangeRequestCommentsController } from './interface/change-request-comments.controller.js';
import { SpaceCommentsController } from './interface/space-comments.controller.js';

/**
 * Comments on spaces and change requests, replies, and reactions.
 *
 * Tables: `comment`, `comment_reaction`.
 */
@Module({
  controllers: [SpaceCommentsController, ChangeRequestCommentsController],
  providers: [
    { provide: Comments, useClass: CommentStore },
    { provide: CommentPlaces, useClass: CommentPlaceReader },
    { provide: CommentTexts, useClass: IsolatedCommentTexts },
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
  ],
})
export class CommentsModule {}
