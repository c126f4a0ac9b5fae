import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { CallerByToken, type Caller, type Role } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { GetCurrentUser, GetUser } from '../application/user.queries.js';
import { CallerOfUser, UserByEmail, UsersByIds } from '../contract/queries.js';
import type { UserView } from '../contract/user.view.js';

interface CallerRow {
  userId: string;
  tokenId: string;
  expiresAt: Date | null;
  roles: { organization: string; role: Role | null }[] | null;
  teams: string[] | null;
}

interface UserRow {
  id: string;
  email: string;
  displayName: string;
  photoUrl: string | null;
}

const BY_IDS = `select id, email, display_name as "displayName", photo_url as "photoUrl"
  from organization."user" where id = any($1)`;

const ROLES = `(select json_agg(json_build_object('organization', m.organization_id, 'role', m.role))
   from organization.member m where m.user_id = u.id) as roles,
   (select json_agg(t.team_id) from organization.team_member t where t.user_id = u.id) as teams`;

@QueryHandler(CallerByToken)
export class CallerByTokenHandler implements IQueryHandler<CallerByToken> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly clock: Clock,
  ) {}

  async execute({ tokenHash }: CallerByToken): Promise<Caller | undefined> {
    const row = await this.sql.row<CallerRow>(
      'caller.by-token',
      `select u.id as "userId", t.id as "tokenId", t.expires_at as "expiresAt", ${ROLES}
       from organization.token t join organization."user" u on u.id = t.user_id
       where t.hash = $1 and (t.expires_at is null or t.expires_at > $2)`,
      [tokenHash, this.clock.now()],
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
      `select u.id as "userId", '' as "tokenId", null as "expiresAt", ${ROLES} from organization."user" u where u.id = $1`,
      [userId],
    );
    return row && toCaller(row);
  }
}

@QueryHandler(UserByEmail)
export class UserByEmailHandler implements IQueryHandler<UserByEmail> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ email }: UserByEmail): Promise<string | undefined> {
    const row = await this.sql.row<{ id: string }>(
      'user.by-email',
      'select id from organization."user" where email = lower($1)',
      [email],
    );
    return row?.id;
  }
}

@QueryHandler(GetCurrentUser)
export class GetCurrentUserHandler implements IQueryHandler<GetCurrentUser> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ userId }: GetCurrentUser): Promise<UserView> {
    const [row] = await this.sql.rows<UserRow>('user.by-ids', BY_IDS, [[userId]]);
    if (!row) throw new NotFound('User not found');
    return toView(row, this.settings.publicUrl);
  }
}

@QueryHandler(GetUser)
export class GetUserHandler implements IQueryHandler<GetUser> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, userId }: GetUser): Promise<UserView> {
    const row = await this.sql.row<UserRow>(
      'user.get',
      `select id, email, display_name as "displayName", photo_url as "photoUrl" from organization."user" u
       where id = $1 and (id = $2 or exists (
         select from organization.member m where m.user_id = u.id and m.organization_id = any($3)))`,
      [userId, caller.userId, [...caller.roles.keys()]],
    );
    if (!row) throw new NotFound('User not found');
    return toView(row, this.settings.publicUrl);
  }
}

@QueryHandler(UsersByIds)
export class UsersByIdsHandler implements IQueryHandler<UsersByIds> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ userIds }: UsersByIds): Promise<Map<string, UserView>> {
    const rows = await this.sql.rows<UserRow>('user.by-ids', BY_IDS, [userIds]);
    return new Map(rows.map((row) => [row.id, toView(row, this.settings.publicUrl)]));
  }
}

function toView(row: UserRow, publicUrl: string): UserView {
  const view: UserView = {
    object: 'user',
    id: row.id,
    displayName: row.displayName,
    email: row.email,
    urls: { location: `${publicUrl}/v1/users/${row.id}` },
  };
  if (row.photoUrl !== null) view.photoURL = row.photoUrl;
  return view;
}

function toCaller(row: CallerRow): Caller {
  const caller: Caller = {
    userId: row.userId,
    tokenId: row.tokenId,
    roles: new Map((row.roles ?? []).map(({ organization, role }) => [organization, role])),
    teams: row.teams ?? [],
  };
  if (row.expiresAt) caller.tokenExpiresAt = row.expiresAt;
  return caller;
}
