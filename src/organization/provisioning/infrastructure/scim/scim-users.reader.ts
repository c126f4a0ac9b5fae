import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import type { ListRequest } from '../../application/scim/list-request.js';
import { GetScimUser, ListScimUsers } from '../../application/scim/resource.queries.js';
import { listView, type ListView, type TaggedResource } from '../../application/scim/resource.view.js';
import { shownOf, shows } from '../../application/scim/shown-attributes.js';
import { USER } from '../../domain/schema/schemas.js';
import { readList } from './resource-list.js';
import { userResource, usersStatement, type UserRow } from './user-rows.js';

const ONE = usersStatement(true);

@QueryHandler(ListScimUsers)
export class ListScimUsersHandler implements IQueryHandler<ListScimUsers> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  execute({ by, request }: ListScimUsers): Promise<ListView> {
    return listUsers(this.sql, by.organizationId, request, this.settings.publicUrl);
  }
}

@QueryHandler(GetScimUser)
export class GetScimUserHandler implements IQueryHandler<GetScimUser> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ by, userId, shown }: GetScimUser): Promise<TaggedResource> {
    const row = await this.sql.row<UserRow & {}>('scim-user.get', `select ${ONE.select} ${ONE.tables} and m.id = $2`, [
      by.organizationId,
      userId,
    ]);
    if (!row) throw new NotFound('User not found');
    const { resource, ...tag } = userResource(row, this.settings.publicUrl);
    return { resource: shownOf(USER, resource, shown), ...tag };
  }
}

/** Users, as a list answers them. */
export async function listUsers(
  sql: SqlQuery,
  organizationId: string,
  request: ListRequest,
  publicUrl: string,
): Promise<ListView> {
  const statement = usersStatement(shows(USER, request.shown, 'groups'));
  const { rows, total } = await readList<UserRow>(sql, organizationId, statement, request);
  const users = rows.map((row) => shownOf(USER, userResource(row, publicUrl).resource, request.shown));
  return listView(users, total, request.startIndex);
}
