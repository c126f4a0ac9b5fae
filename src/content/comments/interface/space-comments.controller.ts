import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
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

const RULES = {
  update: 'Only its author changes what it says; others resolve it with the role edit.',
  delete: 'Its author, with the role comment; others with the role admin.',
};

@ApiTags('space comments')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId')
@Scoped('space:read', 'space:write')
export class SpaceCommentsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The comments on a space itself, without those in its change requests. */
  @Get('comments')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listCommentsInSpace' })
  @ApiPage(CommentView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() params: CommentListParams,
  ): Promise<Page<CommentView>> {
    return this.dispatcher.ask(toList(caller, { spaceId }, params));
  }

  /** Posts a comment on a space, perhaps about a page, a block or a cell of it. */
  @Post('comments')
  @HttpCode(200)
  @ForScripts('space:content:write')
  @Needs('space', 'comment')
  @ApiErrors(403)
  @TakesUpTo(250_000)
  @ApiOperation({ operationId: 'postCommentInSpace' })
  async post(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Body() body: PostCommentBody,
  ): Promise<CommentView> {
    const place = { spaceId };
    const commentId = await this.dispatcher.run(toPost(caller, place, body));
    return this.dispatcher.ask(new GetComment(caller, { place, commentId }, FORMAT));
  }

  @Get('comments/:commentId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getCommentInSpace', summary: 'One comment on a space.' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('commentId') commentId: string,
    @Query() { format = FORMAT }: FormatParams,
  ): Promise<CommentView> {
    return this.dispatcher.ask(new GetComment(caller, { place: { spaceId }, commentId }, format));
  }

  /** Changes a comment, resolves it or opens it again, and reacts to it. */
  @Put('comments/:commentId')
  @ForScripts('space:content:write')
  @Needs('space', 'comment', RULES.update)
  @ApiErrors(403)
  @TakesUpTo(250_000)
  @ApiOperation({ operationId: 'updateCommentInSpace' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('commentId') commentId: string,
    @Body() body: UpdateCommentBody,
  ): Promise<CommentView> {
    const key = { place: { spaceId }, commentId };
    await this.dispatcher.run(toUpdate(caller, key, body));
    return this.dispatcher.ask(new GetComment(caller, key, FORMAT));
  }

  /** Deletes a comment with the replies to it. */
  @Delete('comments/:commentId')
  @HttpCode(204)
  @ForScripts('space:content:write')
  @Needs('space', 'comment', RULES.delete)
  @ApiErrors(403)
  @ApiOperation({ operationId: 'deleteCommentInSpace' })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('commentId') commentId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DeleteComment(caller, { place: { spaceId }, commentId }));
  }

  /** The replies to a comment, the oldest first. */
  @Get('comments/:commentId/replies')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listCommentRepliesInSpace' })
  @ApiPage(CommentReplyView)
  replies(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('commentId') commentId: string,
    @Query() params: ReplyListParams,
  ): Promise<Page<CommentReplyView>> {
    return this.dispatcher.ask(toReplyList(caller, { place: { spaceId }, commentId }, params));
  }

  /** Posts a reply to a comment. */
  @Post('comments/:commentId/replies')
  @HttpCode(200)
  @ForScripts('space:content:write')
  @Needs('space', 'comment')
  @ApiErrors(403)
  @TakesUpTo(250_000)
  @ApiOperation({ operationId: 'postCommentReplyInSpace' })
  async reply(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('commentId') commentId: string,
    @Body() body: PostReplyBody,
    @Query() { format = FORMAT }: FormatParams,
  ): Promise<CommentReplyView> {
    const thread = { place: { spaceId }, commentId };
    const replyId = await this.dispatcher.run(toReply(caller, thread, body));
    return this.dispatcher.ask(new GetReply(caller, { ...thread, replyId }, format));
  }

  @Get('comments/:commentId/replies/:commentReplyId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getCommentReplyInSpace', summary: 'One reply to a comment.' })
  getReply(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('commentId') commentId: string,
    @Param('commentReplyId') replyId: string,
    @Query() { format = FORMAT }: FormatParams,
  ): Promise<CommentReplyView> {
    return this.dispatcher.ask(new GetReply(caller, { place: { spaceId }, commentId, replyId }, format));
  }

  /** Changes a reply, and reacts to it. */
  @Put('comments/:commentId/replies/:commentReplyId')
  @ForScripts('space:content:write')
  @Needs('space', 'comment', 'Only its author changes what it says.')
  @ApiErrors(403)
  @TakesUpTo(250_000)
  @ApiOperation({ operationId: 'updateCommentReplyInSpace' })
  async updateReply(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('commentId') commentId: string,
    @Param('commentReplyId') replyId: string,
    @Body() body: UpdateReplyBody,
  ): Promise<CommentReplyView> {
    const key = { place: { spaceId }, commentId, replyId };
    await this.dispatcher.run(toUpdate(caller, key, body));
    return this.dispatcher.ask(new GetReply(caller, key, FORMAT));
  }

  /** Deletes a reply. */
  @Delete('comments/:commentId/replies/:commentReplyId')
  @HttpCode(204)
  @ForScripts('space:content:write')
  @Needs('space', 'comment', RULES.delete)
  @ApiErrors(403)
  @ApiOperation({ operationId: 'deleteCommentReplyInSpace' })
  async deleteReply(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('commentId') commentId: string,
    @Param('commentReplyId') replyId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DeleteComment(caller, { place: { spaceId }, commentId, replyId }));
  }

  /** The members who wrote comments or replies on a space itself. */
  @Get('commenters')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listCommentersInSpace' })
  @ApiPage(MemberView)
  commenters(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() params: PageParams,
  ): Promise<Page<MemberView>> {
    return this.dispatcher.ask(new ListCommenters(caller, { spaceId }, toPageRequest(params)));
  }
}
