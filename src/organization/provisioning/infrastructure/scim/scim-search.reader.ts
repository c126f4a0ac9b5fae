import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import type { ListRequest } from '../../application/scim/list-request.js';
import { SearchScim } from '../../application/scim/resource.queries.js';
import { listView, type ListView } from '../../application/scim/resource.view.js';
import { parseFilter } from '../../domain/filter/parse-filter.js';
import { conditionOf, sortKeyOf, type ResourceColumns } from './filter-sql.js';
import { groupsStatement } from './group-rows.js';
import { listGroups } from './scim-groups.reader.js';
import { listUsers } from './scim-users.reader.js';
import { usersStatement } from './user-rows.js';

const USERS = usersStatement(false);
const GROUPS = groupsStatement(false);
const NONE = listView([], 0, 1);

/** Users, then groups. A kind of resource that lacks an attribute of the filter has none that meet it. */
@QueryHandler(SearchScim)
export class SearchScimHandler implements IQueryHandler<SearchScim> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ by: { organizationId }, request }: SearchScim): Promise<ListView> {
    const { publicUrl } = this.settings;
    const faults = [USERS, GROUPS].map((columns) => faultOf(request.filter, columns));
    const [ofUsers, ofGroups] = faults;
    if (ofUsers !== undefined && ofGroups !== undefined) throw ofUsers;
    const users = ofUsers ? NONE : await listUsers(this.sql, organizationId, sortable(request, USERS), publicUrl);
    const rest = {
      ...sortable(request, GROUPS),
      startIndex: Math.max(1, request.startIndex - users.totalResults),
      count: request.count - users.itemsPerPage,
    };
    const groups = ofGroups ? NONE : await listGroups(this.sql, organizationId, rest, publicUrl);
    const found = [...users.Resources, ...groups.Resources];
    return listView(found, users.totalResults + groups.totalResults, request.startIndex);
  }
}

function faultOf(filter: string | undefined, columns: ResourceColumns): Error | undefined {
  const parsed = filter === undefined ? undefined : parseFilter(filter);
  try {
    if (parsed) conditionOf(parsed, columns, []);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** Without a sort key that the kind of resource lacks. */
function sortable(request: ListRequest, columns: ResourceColumns): ListRequest {
  const { sortBy, ...rest } = request;
  return sortBy !== undefined && sortKeyOf(sortBy, columns) === undefined ? rest : request;
}
