import { Injectable } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { MAX_LIMIT, type Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import type { ChangeRequestKey } from '../application/change-request.commands.js';
import { ListComments } from '../../comments/application/comment.queries.js';
import type { BodyFormat } from '../../revisions/application/content.queries.js';
import { GetReview, ListReviews } from '../application/review.queries.js';
import type { ReviewView } from '../application/review.view.js';
import type { ReviewStatus } from '../domain/review.js';
import { ChangeRequestViews } from './change-request-views.js';
import {
  callerParameters,
  grantedRankToRead,
  roleOf,
  type AccessRow,
} from '../../spaces/infrastructure/permission/access.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';

interface ReviewRow {
  id: string;
  revision: string;
  reviewer: string;
  requestedBy: string | null;
  status: ReviewStatus;
  outdated: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** A row of the left join: all review columns are null for a change request without matching reviews. */
type Row = AccessRow & { [Member in keyof ReviewRow]: ReviewRow[Member] | null };

/**
 * Whether a review is outdated: its reviewer reviewed or was asked again since, or it approves content that was edited
 * since. The same rule as `ChangeRequest.appliesToCurrent`.
 */
const OUTDATED = `(r.outdated or r.status = 'approved' and r.revision_id <> c.revision_id
  and r.revision_id <> all(c.proposed_alike))`;

const reviews = (which: string): string => `select s.organization_id as "organizationId", s.level,
    ${grantedRankToRead('s', '$4', '$5')} as granted, r.id, r.revision_id as revision, r.reviewer_id as reviewer,
    r.requested_by as "requestedBy", r.status, r.outdated, r.created_at as "createdAt", r.updated_at as "updatedAt"
  from ${SPACES} s
  join content.change_request c on c.organization_id = s.organization_id and c.space_id = s.id
  left join lateral (select r.id, r.revision_id, r.reviewer_id, r.requested_by, r.status, r.created_at, r.updated_at,
      ${OUTDATED} as outdated from content.change_request_review r
    where r.organization_id = $1 and r.change_request_id = c.id and ${which}) r on true
  where s.organization_id = $1 and s.id = $2 and s.deleted_at is null and c.id = $3`;

const ONE = reviews('r.id = $6');
const LIST = `${reviews(`r.id > $6 and ($7::boolean is null or ${OUTDATED} = $7) order by r.id limit $8`)} order by r.id`;

/** Makes views of reviews with their comments, in a constant number of statements. */
@Injectable()
export class ReviewViews {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly views: ChangeRequestViews,
    private readonly settings: Settings,
  ) {}

  async of(
    caller: Caller,
    key: ChangeRequestKey,
    format: BodyFormat,
    rows: readonly ReviewRow[],
  ): Promise<Map<string, ReviewView>> {
    if (rows.length === 0) return new Map();
    const userOf = await this.views.users(rows.flatMap(({ reviewer, requestedBy }) => [reviewer, requestedBy]));
    const filter = { order: 'asc', status: 'all', reviews: rows.map(({ id }) => id) } as const;
    const { items } = await this.dispatcher.ask(new ListComments(caller, key, filter, format, { limit: MAX_LIMIT }));
    const commentOf = new Map(items.map((comment) => [comment.target.review, comment]));
    const path = `${this.settings.publicUrl}/v1/spaces/${key.spaceId}/change-requests/${key.changeRequestId}/reviews`;
    const views = rows.map((row): ReviewView => {
      const { id, revision, status, outdated, requestedBy } = row;
      const comment = commentOf.get(id);
      return {
        object: 'change-request-review',
        id,
        revision,
        reviewer: userOf(row.reviewer),
        ...(requestedBy === null ? {} : { requestedBy: userOf(requestedBy) }),
        status,
        outdated,
        ...(comment ? { comment } : {}),
        createdAt: row.createdAt.toISOString(),
        updatedAt: row.updatedAt.toISOString(),
        urls: { location: `${path}/${id}` },
      };
    });
    return new Map(views.map((view) => [view.id, view]));
  }
}

@QueryHandler(ListReviews)
export class ListReviewsHandler implements IQueryHandler<ListReviews> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly views: ReviewViews,
  ) {}

  async execute({ caller, key, outdated, format, page }: ListReviews): Promise<Page<ReviewView>> {
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const { subjects, guestOf } = callerParameters(caller);
    const rows = await this.sql.within({ table: 'content.space', id: key.spaceId }, (organizationId) =>
      this.sql.rows<Row>('review.list', LIST, [
        ...[organizationId, key.spaceId, key.changeRequestId, subjects, guestOf],
        ...[String(after), outdated ?? null, request.limit + 1],
      ]),
    );
    const [first] = rows ?? [];
    if (!rows || !first || !roleOf(caller, first)) throw new NotFound('Change request not found');
    const found = rows.filter((row): row is AccessRow & ReviewRow => row.id !== null);
    const views = await this.views.of(caller, key, format, found.slice(0, request.limit));
    return toPage(
      found,
      request,
      ({ id }) => [id],
      ({ id }) => views.get(id) as ReviewView,
    );
  }
}

@QueryHandler(GetReview)
export class GetReviewHandler implements IQueryHandler<GetReview> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly views: ReviewViews,
  ) {}

  async execute({ caller, key, reviewId, format }: GetReview): Promise<ReviewView> {
    const { subjects, guestOf } = callerParameters(caller);
    const values = [key.spaceId, key.changeRequestId, subjects, guestOf, reviewId];
    const row = await this.sql.within({ table: 'content.space', id: key.spaceId }, (organizationId) =>
      this.sql.row<Row>('review.get', ONE, [organizationId, ...values]),
    );
    if (!row || !roleOf(caller, row)) throw new NotFound('Change request not found');
    if (row.id === null) throw new NotFound('Review not found');
    const views = await this.views.of(caller, key, format, [row as ReviewRow]);
    return views.get(reviewId) as ReviewView;
  }
}
