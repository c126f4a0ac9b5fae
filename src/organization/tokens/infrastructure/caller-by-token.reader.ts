import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CallerByToken, type Caller } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { callerColumns, toCaller, type CallerRow } from '../../members/infrastructure/caller-row.js';
import { USERS } from '../../members/infrastructure/reading.js';

@QueryHandler(CallerByToken)
export class CallerByTokenHandler implements IQueryHandler<CallerByToken> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly clock: Clock,
  ) {}

  async execute({ tokenHash }: CallerByToken): Promise<Caller | undefined> {
    const row = await this.sql.row<CallerRow>(
      'caller.by-token',
      `select u.id as "userId", t.id as "tokenId", null as "sessionId", t.scopes, t.expires_at as "expiresAt",
         t.second_factor as "secondFactor",
         ${callerColumns({
           signedOn: 'm.sso',
           factor: '(t.second_factor or t.created_at < o.second_factor_since)',
           confinedTo: 't.confined_to',
         })}
       from organization.token t join ${USERS} u on u.id = t.user_id
       where t.hash = $1 and (t.expires_at is null or t.expires_at > $2)`,
      [tokenHash, this.clock.now()],
    );
    return row && toCaller(row);
  }
}
