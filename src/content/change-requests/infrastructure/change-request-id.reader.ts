import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { FindChangeRequestId, isNumber } from '../../revisions/application/find-change-request-id.js';

@QueryHandler(FindChangeRequestId)
export class FindChangeRequestIdHandler implements IQueryHandler<FindChangeRequestId> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, spaceId, idOrNumber }: FindChangeRequestId): Promise<string> {
    if (!isNumber(idOrNumber)) return idOrNumber;
    // Numbers can be guessed. Visitors of a site find only open change requests by number, and others only by id.
    const row = await this.sql.within({ table: 'content.space', id: spaceId }, (organizationId) =>
      this.sql.row<{ id: string }>(
        'change-request.id-by-number',
        `select id from content.change_request
         where organization_id = $1 and space_id = $2 and number = $3 and (status = 'open' or not $4)`,
        [organizationId, spaceId, Number(idOrNumber), caller.visitor !== undefined],
      ),
    );
    return row?.id ?? idOrNumber;
  }
}
