import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { MAX_LIMIT, type Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { headersOf } from '#kernel/interface/open-api/headers';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { ForScripts, Scoped, TakesUpTo } from '#kernel/interface/route-flags';
import { GetProposedChanges, ListContributors } from '../application/change-request.queries.js';
import { ContributorView } from '../application/contributor.view.js';
import { SemanticChangesView } from '../../revisions/application/semantic-changes.view.js';
import { RequestReviews, SubmitReview, WithdrawReviewRequest } from '../application/review.commands.js';
import { GetReview, ListRequestedReviewers, ListReviews } from '../application/review.queries.js';
import { RequestedReviewerView, ReviewView } from '../application/review.view.js';
import { FORMAT } from '../../comments/interface/comment-requests.js';
import { FormatParams } from '../../comments/interface/comment.body.js';
import { ChangesParams, DEFAULT_CHANGES } from '../../revisions/interface/semantic-changes.body.js';
import { ChangeRequestByNumber } from '../../revisions/interface/change-request-by-number.js';
import { ChangeRequestPathParams as Path } from '../../revisions/interface/change-request.params.js';
import {
  RequestReviewersBody,
  ReviewerPathParams,
  ReviewParams,
  ReviewPathParams,
  ReviewRequestsView,
  SubmitReviewBody,
} from './review.body.js';

@ApiTags('change requests')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/change-requests/:changeRequestId')
@UseGuards(ChangeRequestByNumber)
@Scoped('space:read', 'space:write')
export class ReviewsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** What a change request changes against what it holds of its space. */
  @Get('changes')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getChangeRequestChanges' })
  @ApiOkResponse({ type: SemanticChangesView })
  changes(
    @CurrentCaller() caller: Caller,
    @Param() target: Path,
    @Query() { limit = DEFAULT_CHANGES }: ChangesParams,
  ): Promise<SemanticChangesView> {
    return this.dispatcher.ask(new GetProposedChanges(caller, target, limit));
  }

  /** Who edited a change request, and who wrote comments in it. */
  @Get('contributors')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getContributorsByChangeRequestId' })
  @ApiPage(ContributorView)
  contributors(
    @CurrentCaller() caller: Caller,
    @Param() key: Path,
    @Query() params: PageParams,
  ): Promise<Page<ContributorView>> {
    return this.dispatcher.ask(new ListContributors(caller, key, toPageRequest(params)));
  }

  /** The users who were asked to review a change request. */
  @Get('requested-reviewers')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getRequestedReviewersByChangeRequestId' })
  @ApiPage(RequestedReviewerView)
  requested(
    @CurrentCaller() caller: Caller,
    @Param() key: Path,
    @Query() params: PageParams,
  ): Promise<Page<RequestedReviewerView>> {
    return this.dispatcher.ask(new ListRequestedReviewers(caller, key, toPageRequest(params)));
  }

  /** Asks users to review a change request; a draft is open then. Whoever is asked again is to review anew. */
  @Post('requested-reviewers')
  @HttpCode(200)
  @Needs('space', 'edit')
  @TakesUpTo(400_000)
  @ApiOperation({ operationId: 'requestReviewersForChangeRequest' })
  @ApiOkResponse({ type: ReviewRequestsView })
  async request(
    @CurrentCaller() caller: Caller,
    @Param() key: Path,
    @Body() body: RequestReviewersBody,
  ): Promise<ReviewRequestsView> {
    await this.dispatcher.run(new RequestReviews(caller, key, body));
    const requested = new ListRequestedReviewers(caller, key, { limit: MAX_LIMIT }, body.users);
    return { users: (await this.dispatcher.ask(requested)).items };
  }

  /** Asks a user no longer to review a change request. What they said of it stays. */
  @Delete('requested-reviewers/:userId')
  @HttpCode(204)
  @Needs('space', 'edit')
  @ApiOperation({ operationId: 'removeRequestedReviewerFromChangeRequest' })
  async withdraw(@CurrentCaller() caller: Caller, @Param() { userId, ...key }: ReviewerPathParams): Promise<void> {
    await this.dispatcher.run(new WithdrawReviewRequest(caller, key, userId));
  }

  /** The reviews of a change request, the oldest first. */
  @Get('reviews')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getReviewsByChangeRequestId' })
  @ApiPage(ReviewView)
  list(@CurrentCaller() caller: Caller, @Param() key: Path, @Query() params: ReviewParams): Promise<Page<ReviewView>> {
    const { outdated, format = FORMAT } = params;
    return this.dispatcher.ask(new ListReviews(caller, key, outdated, format, toPageRequest(params)));
  }

  /** Approves a change request as it is now, or asks for changes. It takes the place of what the caller said before. */
  @Post('reviews')
  @Needs('space', 'review', 'Nobody reviews a change request of their own.')
  @TakesUpTo(250_000)
  @ApiOperation({ operationId: 'submitChangeRequestReview' })
  @ApiCreatedResponse({ type: ReviewView, headers: headersOf('Location') })
  async submit(
    @CurrentCaller() caller: Caller,
    @Param() key: Path,
    @Body() { status, comment }: SubmitReviewBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReviewView> {
    const said = comment?.markdown === undefined && comment?.document === undefined ? undefined : comment;
    const id = await this.dispatcher.run(new SubmitReview(caller, key, status, said));
    const view = await this.dispatcher.ask(new GetReview(caller, key, id, FORMAT));
    void reply.header('location', view.urls.location);
    return view;
  }

  @Get('reviews/:reviewId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'getChangeRequestReviewById', summary: 'One review of a change request.' })
  get(
    @CurrentCaller() caller: Caller,
    @Param() { reviewId, ...key }: ReviewPathParams,
    @Query() { format = FORMAT }: FormatParams,
  ): Promise<ReviewView> {
    return this.dispatcher.ask(new GetReview(caller, key, reviewId, format));
  }
}
