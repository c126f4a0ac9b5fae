import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { ListContributors } from '../application/change-request.queries.js';
import type { ContributorView } from '../application/contributor.view.js';
import {
  callerParameters,
  grantedRankToRead,
  roleOf,
  type AccessRow,
} from '../../spaces/infrastructure/permission/access.js';
import { ChangeRequestViews } from './change-request-views.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';
import { COMMENTS } from '../../comments/infrastructure/reading.js';

interface ContributorRow {
  user: string;
  action: 'edit' | 'comment';
  count: number;
  updatedAt: Date;
}

/** A row of the left join: all contributor columns are null for a change request without contributors. */
type Row = AccessRow & { [Member in keyof ContributorRow]: ContributorRow[Member] | null };

const LIST = `select s.organization_id as "organizationId", s.level, ${grantedRankToRead('s', '$4', '$5')} as granted,
    k.user_id as user, k.action, k.count, k.updated_at as "updatedAt"
  from ${SPACES} s
  join content.change_request c on c.organization_id = s.organization_id and c.space_id = s.id
  left join lateral (
    select user_id, action, count, updated_at from (
      select e.user_id, e.action collate "C" as action, e.count, e.updated_at from content.change_request_contributor e
      where e.organization_id = $1 and e.change_request_id = c.id
      union all
      select m.author_id, 'comment', count(*)::int, max(m.posted_at) from ${COMMENTS} m
      where m.organization_id = $1 and m.place_id = c.id group by m.author_id
    ) known where (user_id, action) > ($6, $7) order by user_id, action limit $8) k on true
  where s.organization_id = $1 and s.id = $2 and s.deleted_at is null and c.id = $3 order by k.user_id, k.action`;

@QueryHandler(ListContributors)
export class ListContributorsHandler implements IQueryHandler<ListContributors> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly views: ChangeRequestViews,
  ) {}

  async execute({ caller, key, page }: ListContributors): Promise<Page<ContributorView>> {
    const request = normalizeRequest(page);
    const [user, action] = readCursor(request, 2) ?? ['', ''];
    const { subjects, guestOf } = callerParameters(caller);
    const rows = await this.sql.within({ table: 'content.space', id: key.spaceId }, (organizationId) =>
      this.sql.rows<Row>('change-request.contributors', LIST, [
        ...[organizationId, key.spaceId, key.changeRequestId, subjects, guestOf],
        ...[String(user), String(action), request.limit + 1],
      ]),
    );
    const [first] = rows ?? [];
    if (!rows || !first || !roleOf(caller, first)) throw new NotFound('Change request not found');
    const found = rows.filter((row): row is AccessRow & ContributorRow => row.user !== null);
    const userOf = await this.views.users(found.map((row) => row.user));
    return toPage(
      found,
      request,
      (row) => [row.user, row.action],
      (row) => ({
        user: userOf(row.user),
        actionType: row.action,
        count: row.count,
        updatedAt: row.updatedAt.toISOString(),
      }),
    );
  }
}
