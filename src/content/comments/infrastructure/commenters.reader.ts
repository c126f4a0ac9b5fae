import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { MembersByIds, type MemberView } from '#organization';
import { ListCommenters } from '../application/comment.queries.js';
import { placeNotFound } from '../application/authorize-comment.js';
import {
  IS_PLACE,
  PLACE_COLUMNS,
  PLACE_TABLES,
  placeOf,
  placeParameters,
  spaceOf,
  type PlaceRow,
} from './place-rows.js';

/** Skips from one author to the next by the index, without reading all comments of an author. */
const COMMENTERS = `with recursive author (id) as (
    (select min(c.author_id) from content.comment c
     where c.organization_id = $1 and c.place_id = coalesce($4, $2) and c.author_id > $5)
    union all
    select (select min(c.author_id) from content.comment c
      where c.organization_id = $1 and c.place_id = coalesce($4, $2) and c.author_id > author.id)
    from author where author.id is not null
  )
  select ${PLACE_COLUMNS}, one.id from ${PLACE_TABLES}
  left join (select id from author where id is not null limit $6) one on true
  where ${IS_PLACE} order by one.id`;

@QueryHandler(ListCommenters)
export class ListCommentersHandler implements IQueryHandler<ListCommenters> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, place: wanted, page }: ListCommenters): Promise<Page<MemberView>> {
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const found = await this.sql.within(spaceOf(wanted), (organizationId) =>
      this.sql.rows<PlaceRow & { id: string | null }>('comment.commenters-2', COMMENTERS, [
        ...placeParameters(organizationId, caller, wanted),
        ...[after, request.limit + 1],
      ]),
    );
    const [first] = found ?? [];
    const place = first && placeOf(caller, first);
    if (!found || !place?.role) throw placeNotFound(wanted);
    const ids = found.flatMap(({ id }) => (id === null ? [] : [id]));
    const members = await this.dispatcher.ask(new MembersByIds(place.organizationId, ids));
    const listed = toPage(
      ids,
      request,
      (id) => [id],
      (id) => members.get(id),
    );
    // Authors who left the organization are no members.
    const items = listed.items.filter((item) => item !== undefined);
    return { ...listed, items, count: items.length };
  }
}
