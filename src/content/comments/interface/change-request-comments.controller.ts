import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiErrors } from '#kernel/interface/api-errors';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { ForScripts, Scoped, TakesUpTo } from '#kernel/interface/route-flags';
import { MemberView } from '#organization';
import { DeleteComment } from '../application/comment.commands.js';
import { GetComment, GetReply, ListCommenters } from '../application/comment.queries.js';
import { CommentReplyView, CommentView } from '../application/comment.view.js';
import { FORMAT, toList, toPost, toReply, toReplyList, toUpdate } from './comment-requests.js';
import {
  CommentListParams,
  FormatParams,
  PostCommentBody,
  PostReplyBody,
  ReplyListParams,
  UpdateCommentBody,
  UpdateReplyBody,
} from './comment.body.js';
import { ChangeRequestByNumber } from '../../revisions/interface/change-request-by-number.js';

const RULES = {
  update: 'Only its author changes what it says; others resolve it with the role edit.',
  delete: 'Its author, with the role comment; others with the role admin.',
};

@ApiTags('change request comments')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
@UseGuards(ChangeRequestByNumber)
@Scoped('space:read', 'space:write')
export class ChangeRequestCommentsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The comments in a change request. */
  @Get('comments')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listCommentsInChangeRequest' })
  @ApiPage(CommentView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Query() params: CommentListParams,
  ): Promise<Page<CommentView>> {
    return this.dispatcher.ask(toList(caller, { spaceId, changeRequestId }, params));
  }

  /** Posts a comment in a change request, perhaps about a page, a block or a cell of it. */
  @Post('comments')
  @HttpCode(200)
  @ForScripts('space:content:write')
  @Needs('space', 'comment')
  @ApiErrors(403)
  @TakesUpTo(250_000)
  @ApiOperation({ operationId: 'postCommentInChangeRequest' })
  async post(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Body() body: PostCommentBody,
  ): Promise<CommentView> {
    const place = { spaceId, changeRequestId };
    const commentId = await this.dispatcher.run(toPost(caller, place, body));
    return this.dispatcher.ask(new GetComment(caller, { place, commentId }, FORMAT));
  }

  @Get('comments/:commentId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getCommentInChangeRequest', summary: 'One comment in a change request.' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Param('commentId') commentId: string,
    @Query() { format = FORMAT }: FormatParams,
  ): Promise<CommentView> {
    return this.dispatcher.ask(new GetComment(caller, { place: { spaceId, changeRequestId }, commentId }, format));
  }

  /** Changes a comment, resolves it or opens it again, and reacts to it. */
  @Put('comments/:commentId')
  @ForScripts('space:content:write')
  @Needs('space', 'comment', RULES.update)
  @ApiErrors(403)
  @TakesUpTo(250_000)
  @ApiOperation({ operationId: 'updateCommentInChangeRequest' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Param('commentId') commentId: string,
    @Body() body: UpdateCommentBody,
  ): Promise<CommentView> {
    const key = { place: { spaceId, changeRequestId }, commentId };
    await this.dispatcher.run(toUpdate(caller, key, body));
    return this.dispatcher.ask(new GetComment(caller, key, FORMAT));
  }

  /** Deletes a comment with the replies to it. */
  @Delete('comments/:commentId')
  @HttpCode(204)
  @ForScripts('space:content:write')
  @Needs('space', 'comment', RULES.delete)
  @ApiErrors(403)
  @ApiOperation({ operationId: 'deleteCommentInChangeRequest' })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Param('commentId') commentId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DeleteComment(caller, { place: { spaceId, changeRequestId }, commentId }));
  }

  /** The replies to a comment, the oldest first. */
  @Get('comments/:commentId/replies')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listCommentRepliesInChangeRequest' })
  @ApiPage(CommentReplyView)
  replies(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Param('commentId') commentId: string,
    @Query() params: ReplyListParams,
  ): Promise<Page<CommentReplyView>> {
    return this.dispatcher.ask(toReplyList(caller, { place: { spaceId, changeRequestId }, commentId }, params));
  }

  /** Posts a reply to a comment. */
  @Post('comments/:commentId/replies')
  @HttpCode(200)
  @ForScripts('space:content:write')
  @Needs('space', 'comment')
  @ApiErrors(403)
  @TakesUpTo(250_000)
  @ApiOperation({ operationId: 'postCommentReplyInChangeRequest' })
  async reply(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Param('commentId') commentId: string,
    @Body() body: PostReplyBody,
    @Query() { format = FORMAT }: FormatParams,
  ): Promise<CommentReplyView> {
    const thread = { place: { spaceId, changeRequestId }, commentId };
    const replyId = await this.dispatcher.run(toReply(caller, thread, body));
    return this.dispatcher.ask(new GetReply(caller, { ...thread, replyId }, format));
  }

  @Get('comments/:commentId/replies/:commentReplyId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getCommentReplyInChangeRequest', summary: 'One reply to a comment.' })
  getReply(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Param('commentId') commentId: string,
    @Param('commentReplyId') replyId: string,
    @Query() { format = FORMAT }: FormatParams,
  ): Promise<CommentReplyView> {
    return this.dispatcher.ask(
      new GetReply(caller, { place: { spaceId, changeRequestId }, commentId, replyId }, format),
    );
  }

  /** Changes a reply, and reacts to it. */
  @Put('comments/:commentId/replies/:commentReplyId')
  @ForScripts('space:content:write')
  @Needs('space', 'comment', 'Only its author changes what it says.')
  @ApiErrors(403)
  @TakesUpTo(250_000)
  @ApiOperation({ operationId: 'updateCommentReplyInChangeRequest' })
  async updateReply(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Param('commentId') commentId: string,
    @Param('commentReplyId') replyId: string,
    @Body() body: UpdateReplyBody,
  ): Promise<CommentReplyView> {
    const key = { place: { spaceId, changeRequestId }, commentId, replyId };
    await this.dispatcher.run(toUpdate(caller, key, body));
    return this.dispatcher.ask(new GetReply(caller, key, FORMAT));
  }

  /** Deletes a reply. */
  @Delete('comments/:commentId/replies/:commentReplyId')
  @HttpCode(204)
  @ForScripts('space:content:write')
  @Needs('space', 'comment', RULES.delete)
  @ApiErrors(403)
  @ApiOperation({ operationId: 'deleteCommentReplyInChangeRequest' })
  async deleteReply(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Param('commentId') commentId: string,
    @Param('commentReplyId') replyId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DeleteComment(caller, { place: { spaceId, changeRequestId }, commentId, replyId }));
  }

  /** The members who wrote comments or replies in a change request. */
  @Get('commenters')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listCommentersInChangeRequest' })
  @ApiPage(MemberView)
  commenters(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('changeRequestId') changeRequestId: string,
    @Query() params: PageParams,
  ): Promise<Page<MemberView>> {
    return this.dispatcher.ask(new ListCommenters(caller, { spaceId, changeRequestId }, toPageRequest(params)));
  }
}
