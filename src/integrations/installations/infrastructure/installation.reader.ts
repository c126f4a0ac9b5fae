import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { GetIntegration, IntegrationsByIds } from '../../integrations/application/integration.queries.js';
import { PUBLISHED_INTEGRATIONS } from '../../integrations/infrastructure/reading.js';
import {
  GetInstallation,
  GetInstallationStatus,
  ListInstallations,
  ListOrganizationInstallations,
} from '../application/installation.queries.js';
import type {
  InstallationStatusView,
  InstallationView,
  OrganizationInstallationView,
} from '../application/installation.view.js';
import { placeOf } from '../domain/installation.js';
import { configurationOf } from '../domain/installed.js';
import {
  administersInstallations,
  isScriptOf,
  onlyOrganization,
  requireSeesInstallations,
  seenInstallations,
} from '../domain/installation.policy.js';
import { Seals } from '../domain/seals.js';
import { INSTALLATION_COLUMNS } from './installation.store.js';
import { toInstallationView, type InstallationRow } from './installation-views.js';

type Row = InstallationRow & {};

/** Whether the caller sees the installation `n`, by three parameters. */
const isSeen = (at: number): string =>
  `(n.organization_id = any($${at}) or n.integration_id = $${at + 1} or n.id = $${at + 2})`;

/** Installations with their integrations; `organization`: $1 in statements for one, else the column. */
const rowsOf = (organization: '$1' | 'n.organization_id'): string => `select ${INSTALLATION_COLUMNS}, i.name, (
    select count(*)::int from integrations.target_installation t
    where t.organization_id = ${organization} and t.installation_id = n.id and t.kind = 'space') as spaces
  from ${PUBLISHED_INTEGRATIONS} i join integrations.installation n on n.integration_id = i.id`;

const ROWS = `${rowsOf('$1')} where n.organization_id = $1`;

const LISTED = `and i.name = $2 and ${isSeen(3)} and n.id > $6 and ($7::text is null or $7 = any(n.external_ids))
  order by n.id limit $8`;
const LIST = `${ROWS} ${LISTED}`;
const LIST_OF_ALL = `${rowsOf('n.organization_id')} where $1::text is null ${LISTED}`;

/** Builds views: what is set is shown to those who may change it. */
class Views {
  constructor(
    private readonly settings: Settings,
    private readonly seals: Seals,
  ) {}

  of(row: InstallationRow, caller: Caller): InstallationView {
    const shown = administersInstallations(caller, row.organizationId) || isScriptOf(caller, row);
    return toInstallationView(row, shown ? configurationOf(row, this.seals, placeOf(row.id)) : {}, this.settings);
  }
}

@QueryHandler(ListInstallations)
export class ListInstallationsHandler implements IQueryHandler<ListInstallations> {
  readonly #views: Views;

  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
    settings: Settings,
    seals: Seals,
  ) {
    this.#views = new Views(settings, seals);
  }

  async execute({ caller, name, externalId, page }: ListInstallations): Promise<Page<InstallationView>> {
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const organizations = organizationsSeenBy(caller);
    const only = onlyOrganization(caller, organizations);
    const seen = seenBy(caller, organizations);
    const values = [only ?? null, name, ...seen, after, externalId ?? null, request.limit + 1];
    const rows =
      only === undefined
        ? await this.sql.rows<Row>('installation.list-of-all', LIST_OF_ALL, values)
        : await this.sql.rows<Row>('installation.list', LIST, values);
    // NotFound for an integration that the caller may not know of.
    if (rows.length === 0) await this.dispatcher.ask(new GetIntegration(caller, name));
    return toPage(
      rows,
      request,
      ({ id }) => [id],
      (row) => this.#views.of(row, caller),
    );
  }
}

@QueryHandler(GetInstallation)
export class GetInstallationHandler implements IQueryHandler<GetInstallation> {
  readonly #views: Views;

  constructor(
    private readonly sql: SqlQuery,
    settings: Settings,
    seals: Seals,
  ) {
    this.#views = new Views(settings, seals);
  }

  async execute({ caller, name, installationId }: GetInstallation): Promise<InstallationView> {
    const seen = seenBy(caller, organizationsOf(caller));
    const row = await this.sql.within({ table: 'integrations.installation', id: installationId }, (organizationId) =>
      this.sql.row<Row>('installation.get', `${ROWS} and i.name = $2 and n.id = $3 and ${isSeen(4)}`, [
        ...[organizationId, name, installationId],
        ...seen,
      ]),
    );
    if (!row) throw new NotFound('Installation not found');
    if (!isScriptOf(caller, row)) requireSeesInstallations(caller, row.organizationId);
    return this.#views.of(row, caller);
  }
}

@QueryHandler(ListOrganizationInstallations)
export class ListOrganizationInstallationsHandler implements IQueryHandler<ListOrganizationInstallations> {
  readonly #views: Views;

  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
    settings: Settings,
    seals: Seals,
  ) {
    this.#views = new Views(settings, seals);
  }

  async execute(query: ListOrganizationInstallations): Promise<Page<OrganizationInstallationView>> {
    const { caller, organizationId, search = '', page } = query;
    requireSeesInstallations(caller, organizationId);
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const rows = await this.sql.rows<Row>(
      'installation.of-organization',
      `${ROWS} and n.id > $2 and strpos(lower(i.name || ' ' || i.title), lower($3)) > 0
       order by n.id limit $4`,
      [organizationId, after, search, request.limit + 1],
    );
    const ids = rows.map(({ integrationId }) => integrationId);
    const integrations = await this.dispatcher.ask(new IntegrationsByIds(caller, ids));
    const listed = rows.filter(({ integrationId }) => integrations.has(integrationId));
    return toPage(
      listed,
      request,
      ({ id }) => [id],
      (row) => ({ installation: this.#views.of(row, caller), integration: integrations.get(row.integrationId)! }),
    );
  }
}

@QueryHandler(GetInstallationStatus)
export class GetInstallationStatusHandler implements IQueryHandler<GetInstallationStatus> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ caller, organizationId, name }: GetInstallationStatus): Promise<InstallationStatusView> {
    requireSeesInstallations(caller, organizationId);
    const row = await this.sql.row<InstallationStatusView & {}>(
      'installation.status',
      `select n.status from ${PUBLISHED_INTEGRATIONS} i join integrations.installation n on n.integration_id = i.id
       where i.name = $1 and n.organization_id = $2`,
      [name, organizationId],
    );
    if (!row) throw new NotFound('Installation not found');
    return row;
  }
}

/** The organizations whose installations the caller sees. */
function organizationsSeenBy({ visitor, roles }: Caller): string[] {
  return visitor ? [] : [...roles].flatMap(([organization, role]) => (role === null ? [] : [organization]));
}

function organizationsOf({ visitor, roles }: Caller): string[] {
  return visitor ? [] : [...roles.keys()];
}

function seenBy(caller: Caller, organizations: string[]): [string[], string | null, string | null] {
  const seen = seenInstallations(caller, organizations);
  return [seen.organizations, seen.integrationId, seen.installationId];
}
