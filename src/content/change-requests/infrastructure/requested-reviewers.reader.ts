import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { ListRequestedReviewers } from '../application/review.queries.js';
import type { RequestedReviewerView } from '../application/review.view.js';
import { ChangeRequestViews } from './change-request-views.js';
import {
  callerParameters,
  grantedRankToRead,
  roleOf,
  type AccessRow,
} from '../../spaces/infrastructure/permission/access.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';

interface ReviewerRow {
  user: string;
  requestedBy: string;
  revision: string;
  createdAt: Date;
}

/** A row of the left join: all reviewer columns are null for a change request without matching requests. */
type Row = AccessRow & { [Member in keyof ReviewerRow]: ReviewerRow[Member] | null };

const LIST = `select s.organization_id as "organizationId", s.level, ${grantedRankToRead('s', '$4', '$5')} as granted,
    q.user_id as user, q.requested_by as "requestedBy", q.revision_id as revision, q.created_at as "createdAt"
  from ${SPACES} s
  join content.change_request c on c.organization_id = s.organization_id and c.space_id = s.id
  left join lateral (select * from content.change_request_reviewer q
    where q.organization_id = $1 and q.change_request_id = c.id and q.user_id > $6
      and ($7::text[] is null or q.user_id = any($7)) order by q.user_id limit $8) q on true
  where s.organization_id = $1 and s.id = $2 and s.deleted_at is null and c.id = $3 order by q.user_id`;

@QueryHandler(ListRequestedReviewers)
export class ListRequestedReviewersHandler implements IQueryHandler<ListRequestedReviewers> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly views: ChangeRequestViews,
  ) {}

  async execute({ caller, key, page, users }: ListRequestedReviewers): Promise<Page<RequestedReviewerView>> {
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const { subjects, guestOf } = callerParameters(caller);
    const rows = await this.sql.within({ table: 'content.space', id: key.spaceId }, (organizationId) =>
      this.sql.rows<Row>('review.requested', LIST, [
        ...[organizationId, key.spaceId, key.changeRequestId, subjects, guestOf],
        ...[String(after), users ?? null, request.limit + 1],
      ]),
    );
    const [first] = rows ?? [];
    if (!rows || !first || !roleOf(caller, first)) throw new NotFound('Change request not found');
    const found = rows.filter((row): row is AccessRow & ReviewerRow => row.user !== null);
    const userOf = await this.views.users(found.flatMap(({ user, requestedBy }) => [user, requestedBy]));
    return toPage(
      found,
      request,
      ({ user }) => [user],
      ({ user, requestedBy, revision, createdAt }) => ({
        object: 'change-request-requested-reviewer' as const,
        kind: 'user' as const,
        user: userOf(user),
        revision,
        requestedBy: userOf(requestedBy),
        createdAt: createdAt.toISOString(),
      }),
    );
  }
}
