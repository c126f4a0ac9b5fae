import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CallerBySession, CallerByToken, type Caller, type Role } from '#kernel/application/caller';
import type { Scope } from '#kernel/application/scopes';
import { Clock } from '#kernel/domain/clock';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { CallerOfUser } from '../contract/queries.js';

interface CallerRow {
  userId: string;
  tokenId: string | null;
  sessionId: string | null;
  scopes: Scope[] | null;
  expiresAt: Date | null;
  confinedTo: string | null;
  roles: { organization: string; role: Role | null }[] | null;
  teams: string[] | null;
}

/**
 * What a caller is, from the table `u` (user). An organization that asks for single sign-on is not there for those who
 * came another way; `signedOn` is the SQL that says whether they came by it, of the tables `m` (member) and `u`. The
 * administrator of the server is never locked out. Where `confinedTo`, the SQL of an organization or null, names one, no
 * other is there: its provider vouched for the user, whose other organizations have not asked it.
 */
const caller = (
  signedOn: string,
  confinedTo: string,
): string => `(select json_agg(json_build_object('organization', m.organization_id, 'role', m.role))
   from organization.member m
   join organization.organization o on o.organization_id = m.organization_id
   where m.user_id = u.id and not m.disabled and (not o.sso or u.administrator or ${signedOn})
     and (${confinedTo} is null or m.organization_id = ${confinedTo})) as roles,
   (select json_agg(tm.team_id) from organization.team_member tm
    where tm.user_id = u.id and (${confinedTo} is null or tm.organization_id = ${confinedTo})) as teams,
   ${confinedTo} as "confinedTo"`;

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
         ${caller('m.sso', 't.confined_to')}
       from organization.token t join organization."user" u on u.id = t.user_id
       where t.hash = $1 and (t.expires_at is null or t.expires_at > $2)`,
      [tokenHash, this.clock.now()],
    );
    return row && toCaller(row);
  }
}

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
         ${caller('m.organization_id = s.sso_organization', 's.sso_organization')}
       from organization.session s join organization."user" u on u.id = s.user_id
       where s.hash = $1 and s.expires_at > $2`,
      [sessionHash, this.clock.now()],
    );
    return row && toCaller(row);
  }
}

@QueryHandler(CallerOfUser)
export class CallerOfUserHandler implements IQueryHandler<CallerOfUser> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ userId }: CallerOfUser): Promise<Caller | undefined> {
    const row = await this.sql.row<CallerRow>(
      'caller.of-user',
      `select u.id as "userId", null as "tokenId", null as "sessionId", null as scopes, null as "expiresAt",
         ${caller('true', 'null::text')}
       from organization."user" u where u.id = $1`,
      [userId],
    );
    return row && toCaller(row);
  }
}

function toCaller({ userId, tokenId, sessionId, scopes, confinedTo, expiresAt, roles, teams }: CallerRow): Caller {
  return {
    userId,
    roles: new Map((roles ?? []).map(({ organization, role }) => [organization, role])),
    teams: teams ?? [],
    ...(tokenId !== null && { tokenId }),
    ...(sessionId !== null && { sessionId }),
    ...(scopes && { scopes }),
    ...(confinedTo !== null && { confinedTo }),
    ...(expiresAt && { expiresAt }),
  };
}
