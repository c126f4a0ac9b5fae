import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { GetSession, ListSessions, type SessionView } from '../../application/session/session.queries.js';

interface SessionRow {
  id: string;
  sso: boolean;
  secondFactor: boolean;
  createdAt: Date;
  expiresAt: Date;
}

const MOST = 100;
const COLUMNS = `id, sso_organization is not null as sso, second_factor as "secondFactor",
  created_at as "createdAt", expires_at as "expiresAt"`;

@QueryHandler(ListSessions)
export class ListSessionsHandler implements IQueryHandler<ListSessions> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly clock: Clock,
  ) {}

  async execute({ userId }: ListSessions): Promise<SessionView[]> {
    const rows = await this.sql.rows<SessionRow>(
      'session.list',
      `select ${COLUMNS} from organization.session
       where user_id = $1 and expires_at > $2 order by id desc limit $3`,
      [userId, this.clock.now(), MOST],
    );
    return rows.map(toView);
  }
}

@QueryHandler(GetSession)
export class GetSessionHandler implements IQueryHandler<GetSession> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly clock: Clock,
  ) {}

  async execute({ userId, sessionId }: GetSession): Promise<SessionView | undefined> {
    const row = await this.sql.row<SessionRow>(
      'session.get',
      `select ${COLUMNS} from organization.session where user_id = $1 and id = $2 and expires_at > $3`,
      [userId, sessionId, this.clock.now()],
    );
    return row && toView(row);
  }
}

function toView({ id, sso, secondFactor, createdAt, expiresAt }: SessionRow): SessionView {
  return {
    id,
    method: sso ? 'sso' : 'password',
    secondFactor,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}
