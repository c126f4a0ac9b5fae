import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { FindLivePage, type PagePlace } from '../../contract/queries.js';
import { LIVE_PAGES } from '../../revisions/infrastructure/reading.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';

const FIND = `select p.page_id as id, p.path from ${LIVE_PAGES} p
  join ${SPACES} s on s.organization_id = p.organization_id and s.id = p.space_id and s.deleted_at is null
  where p.organization_id = $1 and p.space_id = $2 and p.path is not null`;

@QueryHandler(FindLivePage)
export class FindLivePageHandler implements IQueryHandler<FindLivePage> {
  constructor(private readonly sql: SqlQuery) {}

  execute({ organizationId, spaceId, by }: FindLivePage): Promise<PagePlace | undefined> {
    return 'id' in by
      ? this.sql.row<PagePlace & {}>('page.place-by-id', `${FIND} and p.page_id = $3`, [organizationId, spaceId, by.id])
      : this.sql.row<PagePlace & {}>('page.place-by-path', `${FIND} and p.path = $3`, [
          organizationId,
          spaceId,
          by.path,
        ]);
  }
}
