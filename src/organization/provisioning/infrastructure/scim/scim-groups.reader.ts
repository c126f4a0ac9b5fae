import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import type { ListRequest } from '../../application/scim/list-request.js';
import { GetScimGroup, ListScimGroups } from '../../application/scim/resource.queries.js';
import { listView, type ListView, type TaggedResource } from '../../application/scim/resource.view.js';
import { shownOf, shows } from '../../application/scim/shown-attributes.js';
import { GROUP } from '../../domain/schema/schemas.js';
import { groupResource, groupsStatement, MEMBERS_OF_GROUPS, type GroupMember, type GroupRow } from './group-rows.js';
import { readList } from './resource-list.js';

/** Most members in the answer of a list. */
const MOST_LISTED = 20_000;
const ONE = groupsStatement(false);

@QueryHandler(ListScimGroups)
export class ListScimGroupsHandler implements IQueryHandler<ListScimGroups> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  execute({ by, request }: ListScimGroups): Promise<ListView> {
    return listGroups(this.sql, by.organizationId, request, this.settings.publicUrl);
  }
}

@QueryHandler(GetScimGroup)
export class GetScimGroupHandler implements IQueryHandler<GetScimGroup> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ by: { organizationId }, groupId, shown }: GetScimGroup): Promise<TaggedResource> {
    const row = await this.sql.row<GroupRow & {}>(
      'scim-group.get',
      `select ${ONE.select} ${ONE.tables} and t.id = $2`,
      [organizationId, groupId],
    );
    if (!row) throw new NotFound('Group not found');
    const members = shows(GROUP, shown, 'members') ? await membersOf(this.sql, organizationId, [row]) : undefined;
    const listed = members && (members.get(row.id) ?? []);
    const { resource, ...tag } = groupResource(row, listed, this.settings.publicUrl);
    return { resource: shownOf(GROUP, resource, shown), ...tag };
  }
}

/** Groups, as a list answers them. */
export async function listGroups(
  sql: SqlQuery,
  organizationId: string,
  request: ListRequest,
  publicUrl: string,
): Promise<ListView> {
  const { shown, startIndex } = request;
  const withMembers = shows(GROUP, shown, 'members');
  const found = await readList<GroupRow>(sql, organizationId, groupsStatement(withMembers), request);
  const rows = beginningWithin(found.rows, MOST_LISTED);
  const members = withMembers ? await membersOf(sql, organizationId, rows) : undefined;
  const groups = rows.map((row) => {
    const listed = members && (members.get(row.id) ?? []);
    return shownOf(GROUP, groupResource(row, listed, publicUrl).resource, shown);
  });
  return listView(groups, found.total, startIndex);
}

async function membersOf(
  sql: SqlQuery,
  organizationId: string,
  groups: readonly GroupRow[],
): Promise<Map<string, GroupMember[]>> {
  const ids = groups.map(({ id }) => id);
  const values = [organizationId, ids];
  const rows = await sql.rows<GroupMember & { groupId: string }>('scim-group.members', MEMBERS_OF_GROUPS, values);
  const members = new Map(ids.map((id): [string, GroupMember[]] => [id, []]));
  for (const { groupId, ...member } of rows) members.get(groupId)?.push(member);
  return members;
}

/** As many of the first groups as have at most so many members together, and at least one. */
function beginningWithin(rows: readonly GroupRow[], most: number): GroupRow[] {
  let members = 0;
  return rows.filter(({ size }, at) => (members += size) <= most || at === 0);
}
