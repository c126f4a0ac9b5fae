import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CallerBySession, type Caller } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { callerColumns, toCaller, type CallerRow } from '../../../members/infrastructure/caller-row.js';
import { USERS } from '../../../members/infrastructure/reading.js';

@QueryHandler(CallerBySession)
export class CallerBySessionHandler implements IQueryHandler<CallerBySession> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly clock: Clock,
  ) {}

  async execute({ sessionHash }: CallerBySession): Promise<Caller | undefined> {
    const row = await this.sql.row<CallerRow>(
      'caller.by-session',
      `select u.id as "userId", null as "tokenId", s.id as "sessionId", null as scopes, s.expires_at as "expiresAt",
         s.second_factor or s.sso_organization is not null as "secondFactor",
         ${callerColumns({
           signedOn: 'm.organization_id = s.sso_organization',
           factor: '(s.second_factor or s.sso_organization is not null)',
           confinedTo: 's.sso_organization',
         })}
       from organization.session s join ${USERS} u on u.id = s.user_id
       where s.hash = $1 and s.expires_at > $2`,
      [sessionHash, this.clock.now()],
    );
    return row && toCaller(row);
  }
}
