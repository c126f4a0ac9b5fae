import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { FindChangeRequestId, isNumber } from '../../revisions/application/find-change-request-id.js';
import { SPACES } from '../../spaces/infrastructure/reading.js';

@QueryHandler(FindChangeRequestId)
export class FindChangeRequestIdHandler implements IQueryHandler<FindChangeRequestId> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, spaceId, idOrNumber }: FindChangeRequestId): Promise<string> {
    if (!isNumber(idOrNumber)) return idOrNumber;
    // Numbers can be guessed. Visitors of a site find only open change requests by number, and others only by id.
    const row = await this.sql.row<{ id: string }>(
      'change-request.id-by-number',
      `select c.id
       from ${SPACES} s
       join content.change_request c on c.organization_id = s.organization_id and c.space_id = s.id
       where s.id = $1 and c.number = $2 and (c.status = 'open' or not $3)`,
      [spaceId, Number(idOrNumber), caller.visitor !== undefined],
    );
    return row?.id ?? idOrNumber;
  }
}
