import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import type { OrganizationView } from '../../contract/organization.view.js';
import { FindOrganization, OrganizationsByIds } from '../../contract/queries.js';
import type { OrganizationState } from '../domain/organization.js';
import { ORGANIZATION_COLUMNS, toOrganizationView } from './organization.reader.js';

@QueryHandler(OrganizationsByIds)
export class OrganizationsByIdsHandler implements IQueryHandler<OrganizationsByIds> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationIds }: OrganizationsByIds): Promise<Map<string, OrganizationView>> {
    if (organizationIds.length === 0) return new Map();
    const rows = await this.sql.rows<OrganizationState & {}>(
      'organization.by-ids',
      `select ${ORGANIZATION_COLUMNS} from organization.organization where organization_id = any($1) and id = any($1)`,
      [organizationIds],
    );
    const { publicUrl } = this.settings;
    return new Map(
      rows.map((row) => {
        const role = caller.visitor ? undefined : caller.roles.get(row.id);
        return [row.id, role === undefined ? shownToAll(row, publicUrl) : toOrganizationView(row, role, publicUrl)];
      }),
    );
  }
}

@QueryHandler(FindOrganization)
export class FindOrganizationHandler implements IQueryHandler<FindOrganization> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, idOrSubdomain }: FindOrganization): Promise<string | undefined> {
    if (caller.visitor) return undefined;
    if (caller.roles.has(idOrSubdomain)) return idOrSubdomain;
    const row = await this.sql.row<{ id: string }>(
      'organization.by-subdomain',
      `select organization_id as id from organization.subdomain
       where subdomain = lower($1) and organization_id = any($2)`,
      [idOrSubdomain, [...caller.roles.keys()]],
    );
    return row?.id;
  }
}

/** An organization without what concerns only its members, who alone may do something with it. */
function shownToAll(row: OrganizationState, publicUrl: string): OrganizationView {
  const { object, id, title, createdAt, type, plan, urls, trial, permissions } = toOrganizationView(
    row,
    null,
    publicUrl,
  );
  const none = Object.fromEntries(Object.keys(permissions).map((name) => [name, false]));
  return {
    ...{ object, id, title, createdAt, type, plan, urls, trial },
    emailDomains: [],
    inviteLinks: false,
    mergeRules: { type: 'none' },
    permissions: none as unknown as OrganizationView['permissions'],
  };
}
