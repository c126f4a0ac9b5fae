import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { CallerOfUser } from '../../contract/queries.js';
import { callerColumns, toCaller, type CallerRow } from './caller-row.js';

@QueryHandler(CallerOfUser)
export class CallerOfUserHandler implements IQueryHandler<CallerOfUser> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ userId }: CallerOfUser): Promise<Caller | undefined> {
    const row = await this.sql.row<CallerRow>(
      'caller.of-user',
      `select u.id as "userId", null as "tokenId", null as "sessionId", null as scopes, null as "expiresAt",
         false as "secondFactor", ${callerColumns({ signedOn: 'true', factor: 'true', confinedTo: 'null::text' })}
       from organization."user" u where u.id = $1`,
      [userId],
    );
    return row && toCaller(row);
  }
}
