import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page, PageRequest } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { OrganizationsByIds } from '#organization';
import { INSTALLATIONS } from '../../installations/infrastructure/reading.js';
import {
  GetPicture,
  GetIntegration,
  IntegrationsByIds,
  ListInstallableIntegrations,
  ListIntegrations,
  type IntegrationFilter,
} from '../application/integration.queries.js';
import type { IntegrationView } from '../application/integration.view.js';
import type { IntegrationState } from '../domain/integration.js';
import { requireMember } from '../domain/integration.policy.js';
import { INTEGRATION_COLUMNS } from './integration.store.js';
import { toIntegrationView } from './integration-views.js';

type IntegrationRow = IntegrationState & {};

/** Reads the views of rows: one statement for the owners of all of them. */
async function viewsOf(
  rows: readonly IntegrationRow[],
  caller: Caller,
  dispatcher: Dispatcher,
  settings: Settings,
): Promise<IntegrationView[]> {
  const ids = [...new Set(rows.map(({ organizationId }) => organizationId))];
  const owners = ids.length === 0 ? undefined : await dispatcher.ask(new OrganizationsByIds(caller, ids));
  return rows.flatMap((row) => {
    const owner = owners?.get(row.organizationId);
    return owner ? [toIntegrationView(row, owner, caller, settings)] : [];
  });
}

@QueryHandler(GetIntegration)
export class GetIntegrationHandler implements IQueryHandler<GetIntegration> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, name }: GetIntegration): Promise<IntegrationView> {
    const organizations = organizationsOf(caller);
    const row = await this.sql.row<IntegrationRow & { isSeen: boolean }>(
      'integration.get',
      `select ${INTEGRATION_COLUMNS},
         i.visibility <> 'private' or i.id is not distinct from $3 or i.organization_id = any($2) as "isSeen"
       from integrations.integration_name m
       join integrations.integration i on i.organization_id = m.organization_id and i.id = m.integration_id
       where m.name = $1 and i.published`,
      [name, organizations, caller.script?.integrationId ?? null],
    );
    const isSeen = row && (row.isSeen || (await this.#isInstalled(row.id, organizations)));
    const [view] = isSeen ? await viewsOf([row], caller, this.dispatcher, this.settings) : [];
    if (!view) throw new NotFound('Integration not found');
    return view;
  }

  /** Whether one of the organizations has the integration installed. */
  async #isInstalled(integrationId: string, organizations: readonly string[]): Promise<boolean> {
    const [first] = organizations;
    if (first === undefined) return false;
    const isInstalled = (isOn: string): string =>
      `select from ${INSTALLATIONS} n where n.organization_id ${isOn} and n.integration_id = $2 limit 1`;
    const rows = await (organizations.length === 1
      ? this.sql.rows('integration.is-installed', isInstalled('= $1'), [first, integrationId])
      : this.sql.rows('integration.is-installed-on-any', isInstalled('= any($1)'), [organizations, integrationId]));
    return rows.length > 0;
  }
}

@QueryHandler(IntegrationsByIds)
export class IntegrationsByIdsHandler implements IQueryHandler<IntegrationsByIds> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, integrationIds }: IntegrationsByIds): Promise<Map<string, IntegrationView>> {
    if (integrationIds.length === 0) return new Map();
    const rows = await this.sql.rows<IntegrationRow>(
      'integration.by-ids',
      `select ${INTEGRATION_COLUMNS} from integrations.integration i where i.id = any($1)`,
      [integrationIds],
    );
    const views = await viewsOf(rows, caller, this.dispatcher, this.settings);
    return new Map(
      rows.flatMap(({ id, name }) => views.filter((view) => view.name === name).map((view) => [id, view])),
    );
  }
}

@QueryHandler(ListIntegrations)
export class ListIntegrationsHandler implements IQueryHandler<ListIntegrations> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, filter, page }: ListIntegrations): Promise<Page<IntegrationView>> {
    const where = `(i.visibility = 'public' or i.organization_id = any($1::text[]))`;
    return list(this.sql, [where, [organizationsOf(caller)]], filter, page, (rows) =>
      viewsOf(rows, caller, this.dispatcher, this.settings),
    );
  }
}

@QueryHandler(ListInstallableIntegrations)
export class ListInstallableIntegrationsHandler implements IQueryHandler<ListInstallableIntegrations> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
  ) {}

  async execute(query: ListInstallableIntegrations): Promise<Page<IntegrationView>> {
    const { caller, organizationId, filter, page } = query;
    requireMember(caller, organizationId);
    const where = `(i.visibility = 'public' or i.organization_id = $1 or exists (
      select from ${INSTALLATIONS} n where n.organization_id = $1 and n.integration_id = i.id))`;
    return list(this.sql, [where, [organizationId]], filter, page, (rows) =>
      viewsOf(rows, caller, this.dispatcher, this.settings),
    );
  }
}

@QueryHandler(GetPicture)
export class GetPictureHandler implements IQueryHandler<GetPicture> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ integrationId, sha256 }: GetPicture): Promise<{ mediaType: string; bytes: Buffer }> {
    const picture = await this.sql.row<{ mediaType: string; bytes: Buffer }>(
      'integration.picture',
      `select media_type as "mediaType", bytes from integrations.integration_picture
       where integration_id = $1 and sha256 = $2`,
      [integrationId, sha256],
    );
    if (!picture) throw new NotFound('Picture not found');
    return picture;
  }
}

/** The organizations whose integrations the caller sees, private ones too. */
function organizationsOf({ visitor, roles }: Caller): string[] {
  return visitor ? [] : [...roles.keys()];
}

async function list(
  sql: SqlQuery,
  [where, values]: [where: string, values: unknown[]],
  filter: IntegrationFilter,
  page: PageRequest,
  toViews: (rows: readonly IntegrationRow[]) => Promise<IntegrationView[]>,
): Promise<Page<IntegrationView>> {
  const request = normalizeRequest(page);
  const [after = ''] = readCursor(request, 1) ?? [''];
  const all = [...values];
  const parameter = (value: unknown): string => `$${all.push(value)}`;
  const conditions = ['i.published', where, `i.id > ${parameter(after)}`, ...conditionsOf(filter, parameter)];
  const rows = await sql.dynamic<IntegrationRow>(
    `select ${INTEGRATION_COLUMNS} from integrations.integration i where ${conditions.join(' and ')}
     order by i.id limit ${parameter(request.limit + 1)}`,
    all,
  );
  const shown = toPage(
    rows,
    request,
    ({ id }) => [id],
    (row) => row,
  );
  return { ...shown, items: await toViews(shown.items) };
}

function conditionsOf(filter: IntegrationFilter, parameter: (value: unknown) => string): string[] {
  const { search, category, blockDomain, blocks, contentSources, owner, scope, target } = filter;
  const conditions: string[] = [];
  const has = (member: string, wanted: boolean): string =>
    `jsonb_array_length(i.manifest->'${member}') ${wanted ? '>' : '='} 0`;
  if (search !== undefined && search !== '') {
    const text = `lower(i.name || ' ' || (i.manifest->>'title') || ' ' || (i.manifest->>'description'))`;
    conditions.push(`strpos(${text}, lower(${parameter(search)})) > 0`);
  }
  if (category !== undefined) conditions.push(`i.manifest->'categories' ? ${parameter(category)}`);
  if (blockDomain !== undefined) conditions.push(`${parameter(blockDomain.toLowerCase())} = any(i.block_domains)`);
  if (blocks !== undefined) conditions.push(has('blocks', blocks));
  if (contentSources !== undefined) conditions.push(has('contentSources', contentSources));
  if (owner !== undefined) conditions.push(`i.organization_id = ${parameter(owner)}`);
  if (scope !== undefined) conditions.push(`i.manifest->'scopes' ? ${parameter(scope)}`);
  if (target !== undefined) conditions.push(`i.manifest->>'target' = ${parameter(target)}`);
  return conditions;
}
