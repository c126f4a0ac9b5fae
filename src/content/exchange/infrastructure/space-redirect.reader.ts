import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { ContentRef } from '#rich-document';
import { FindSpaceRedirect, type SpaceRedirect } from '../../contract/queries.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';

@QueryHandler(FindSpaceRedirect)
export class FindSpaceRedirectHandler implements IQueryHandler<FindSpaceRedirect> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ organizationId, spaceId, path }: FindSpaceRedirect): Promise<SpaceRedirect | undefined> {
    const row = await this.sql.row<{ target: ContentRef }>(
      'source.redirect',
      `select redirect -> 'target' as target from content.space_source o
       join ${SPACES} s on s.organization_id = o.organization_id and s.id = o.space_id and s.deleted_at is null
       cross join lateral jsonb_array_elements(o.source::jsonb -> 'redirects') redirect
       where o.organization_id = $1 and o.space_id = $2 and redirect ->> 'from' = $3 limit 1`,
      [organizationId, spaceId, path],
    );
    const target = row?.target;
    if (target?.kind === 'url') return { url: target.url };
    if ((target?.kind !== 'page' && target?.kind !== 'anchor') || target.space !== undefined) return undefined;
    if (target.page === undefined) return undefined;
    return { page: target.page, ...(target.kind === 'anchor' && { anchor: target.anchor }) };
  }
}
