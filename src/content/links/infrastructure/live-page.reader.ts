import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { FindLivePage, type PagePlace } from '../../contract/queries.js';

const FIND = `select p.page_id as id, p.path from content.live_page p
  join content.space s on s.organization_id = p.organization_id and s.id = p.space_id and s.deleted_at is null
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
