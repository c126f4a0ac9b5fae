import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { GetCurrentUser, GetUser } from '../application/user.queries.js';
import {
  IntegrationsOfInstallations,
  UserByEmail,
  UsersByIds,
  type IntegrationSummary,
} from '../../contract/queries.js';
import type { UserView } from '../../contract/user.view.js';

export interface UserRow {
  id: string;
  /** Null where the caller may not see it. */
  email: string | null;
  displayName: string;
  photoUrl: string | null;
}

const BY_IDS = `select id, display_name as "displayName", photo_url as "photoUrl",
    case when $2::text is null or exists (
      select from organization.member m where m.organization_id = $2 and m.user_id = u.id) then email end as email
  from organization."user" u where id = any($1)`;

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
    const [row] = await this.sql.rows<UserRow>('user.by-ids', BY_IDS, [[userId], null]);
    if (!row) throw new NotFound('User not found');
    return toUserView(row, this.settings.publicUrl);
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
    // Visitors of a site see the name of a mentioned user, not the address.
    return toUserView(caller.visitor ? { ...row, email: null } : row, this.settings.publicUrl);
  }
}

@QueryHandler(UsersByIds)
export class UsersByIdsHandler implements IQueryHandler<UsersByIds> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ userIds, organizationId }: UsersByIds): Promise<Map<string, UserView>> {
    const rows = await this.sql.rows<UserRow>('user.by-ids', BY_IDS, [userIds, organizationId ?? null]);
    const users = new Map(rows.map((row) => [row.id, toUserView(row, this.settings.publicUrl)]));
    // The others are of scripts, or gone.
    const others = userIds.filter((id) => !users.has(id));
    if (others.length === 0) return users;
    const integrations = await this.dispatcher.ask(new IntegrationsOfInstallations(others));
    for (const [id, integration] of integrations) users.set(id, this.#asUser(id, integration));
    return users;
  }

  /** The view of an integration as the author of what its script did. */
  #asUser(id: string, { name, title }: IntegrationSummary): UserView {
    const location = `${this.settings.publicUrl}/v1/integrations/${name}`;
    return { object: 'user', id, displayName: title, urls: { location } };
  }
}

export function toUserView(row: UserRow, publicUrl: string): UserView {
  const view: UserView = {
    object: 'user',
    id: row.id,
    displayName: row.displayName,
    urls: { location: `${publicUrl}/v1/users/${row.id}` },
  };
  if (row.email !== null) view.email = row.email;
  if (row.photoUrl !== null) view.photoURL = row.photoUrl;
  return view;
}
