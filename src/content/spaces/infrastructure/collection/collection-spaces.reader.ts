import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { JsonText } from '#kernel/application/json-text';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toTextPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { rankOf } from '#permissions';
import { ListSpacesOfCollection } from '../../application/collection/collection.queries.js';
import { callerParameters, grantedRank, listParameters, roleOf, type AccessRow } from '../permission/access.js';
import { accessibleSpacesOfCollection } from '../permission/accessible-records.js';
import { spaceJson, SPACE_TABLES } from '../space/space-table.js';

interface ListRow {
  items: string;
  found: number;
  place: string | null;
  id: string | null;
}

const LIST = `select '[' || coalesce(string_agg(item, ',' order by nth) filter (where nth < $5), '') || ']' as items,
    count(*)::int as found, max(place) filter (where nth = $5 - 1) as place, max(id) filter (where nth = $5 - 1) as id
  from (
    select r.id, r.place, r.nth, one.item
    from (select *, row_number() over (order by place, id) as nth from (${accessibleSpacesOfCollection}) first) r
    cross join lateral (
      select ${spaceJson('$9', 'r.rank')} as item from ${SPACE_TABLES} where s.organization_id = $1 and s.id = r.id offset 0
    ) one
  ) listed`;

const ACCESS = `select c.organization_id as "organizationId", c.level, ${grantedRank('c', '$3')} as granted
  from content.collection c where c.organization_id = $1 and c.id = $2`;

@QueryHandler(ListSpacesOfCollection)
export class ListSpacesOfCollectionHandler implements IQueryHandler<ListSpacesOfCollection> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, collectionId, page }: ListSpacesOfCollection): Promise<JsonText> {
    const reached = callerParameters(caller).subjects;
    const collection = await this.sql.within({ table: 'content.collection', id: collectionId }, (organization) =>
      this.sql.row<AccessRow & {}>('collection.access', ACCESS, [organization, collectionId, reached]),
    );
    const member = collection && caller.roles.get(collection.organizationId);
    if (!collection || member === undefined || !roleOf(caller, collection)) throw new NotFound('Collection not found');
    const request = normalizeRequest(page);
    const after = readCursor(request, 2) ?? ['', ''];
    const [rank, subjects] = listParameters(caller, member);
    const granted = member === 'admin' ? rankOf(member) : (collection.granted ?? 0);
    const { organizationId } = collection;
    const row = await this.sql.row<ListRow>('collection.spaces', LIST, [
      organizationId,
      collectionId,
      rank,
      subjects,
      request.limit + 1,
      granted,
      ...after,
      this.settings.publicUrl,
    ]);
    const { items, found, place, id } = row ?? { items: '[]', found: 0, place: null, id: null };
    const { limit } = request;
    const last = place === null ? undefined : [place, id];
    return toTextPage({ items, count: Math.min(found, limit), more: found > limit, last }, request);
  }
}
