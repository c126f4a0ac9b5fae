import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { VisibleContent } from '../../../contract/queries.js';
import { callerParameters, grantedRank, roleOf, type AccessRow } from './access.js';

@QueryHandler(VisibleContent)
export class VisibleContentHandler implements IQueryHandler<VisibleContent> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, organizationId, ids }: VisibleContent): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.sql.rows<AccessRow & { id: string }>(
      'contents.seen',
      `select s.organization_id as "organizationId", s.id, s.level, ${grantedRank('s', '$3')} as granted
       from content.space s where s.organization_id = $1 and s.id = any($2) and s.deleted_at is null
       union all
       select c.organization_id, c.id, c.level, ${grantedRank('c', '$3')}
       from content.collection c where c.organization_id = $1 and c.id = any($2)`,
      [organizationId, ids, callerParameters(caller).subjects],
    );
    return new Set(rows.flatMap(({ id, ...row }) => (roleOf(caller, row) ? [id] : [])));
  }
}
