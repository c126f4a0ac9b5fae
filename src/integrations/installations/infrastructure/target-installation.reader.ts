import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { SpacesByIds } from '#content';
import { SitesByIds } from '#publishing';
import { GetIntegration } from '../../integrations/application/integration.queries.js';
import { PUBLISHED_INTEGRATIONS } from '../../integrations/infrastructure/reading.js';
import { authorizeTarget } from '../application/authorize-target.js';
import {
  GetTargetInstallation,
  ListTargetInstallations,
  type TargetInstallationView,
} from '../application/installation.queries.js';
import { configurationOf } from '../domain/installed.js';
import {
  isScriptOf,
  onlyOrganization,
  organizationsAdministeredBy,
  requireAdministersInstallation,
  seenInstallations,
} from '../domain/installation.policy.js';
import { Seals } from '../domain/seals.js';
import { targetPlaceOf, type TargetKind } from '../domain/target-installation.js';
import { INSTALLATIONS } from './reading.js';
import { toTargetView, type TargetRow } from './installation-views.js';
import { TARGET_COLUMNS } from './target-installation.store.js';

type Row = TargetRow & {};

/** Installations on spaces and sites with their integrations. */
const ROWS = `select ${TARGET_COLUMNS}, i.name from ${PUBLISHED_INTEGRATIONS} i
  join integrations.target_installation t on t.integration_id = i.id`;
const LISTED = `and i.name = $2 and t.kind = $3 and t.id > $4
    and ($5::text is null or t.installation_id = $5) and ($6::text is null or $6 = any(t.external_ids))
    and (t.organization_id = any($8) or t.integration_id = $9 or t.installation_id = $10)
  order by t.id limit $7`;
const LIST = `${ROWS} where t.organization_id = $1 ${LISTED}`;
const LIST_OF_ALL = `${ROWS} where $1::text is null ${LISTED}`;

@QueryHandler(ListTargetInstallations)
export class ListTargetInstallationsHandler implements IQueryHandler<ListTargetInstallations> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
    private readonly seals: Seals,
  ) {}

  async execute({ caller, name, filter, page }: ListTargetInstallations): Promise<Page<TargetInstallationView>> {
    const { kind, installationId = null, externalId = null, extended } = filter;
    const organizations = organizationsAdministeredBy(caller);
    const only =
      installationId === null
        ? onlyOrganization(caller, organizations)
        : await this.#authorize(caller, name, installationId);
    const seen = seenInstallations(caller, organizations);
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const values = [
      ...[only ?? null, name, kind, after, installationId, externalId, request.limit + 1],
      ...[seen.organizations, seen.integrationId, seen.installationId],
    ];
    const rows =
      only === undefined
        ? await this.sql.rows<Row>('target-installation.list-of-all', LIST_OF_ALL, values)
        : await this.sql.rows<Row>('target-installation.list', LIST, values);
    // NotFound for an integration that the caller may not know of.
    if (rows.length === 0) await this.dispatcher.ask(new GetIntegration(caller, name));
    const targets = extended ? await recordsOf(this.dispatcher, caller, kind, rows) : undefined;
    return toPage(
      rows,
      request,
      ({ id }) => [id],
      (row) => {
        const configuration = configurationOf(row, this.seals, targetPlaceOf(row.id));
        return toTargetView(row, configuration, targets?.get(row.targetId), this.settings);
      },
    );
  }

  /** Answers the organization. */
  async #authorize(caller: Caller, name: string, installationId: string): Promise<string> {
    const found = await this.sql.within({ table: 'integrations.installation', id: installationId }, (organizationId) =>
      this.sql.row<{ organizationId: string; id: string; integrationId: string }>(
        'target-installation.installation',
        `select n.organization_id as "organizationId", n.id, n.integration_id as "integrationId"
         from ${PUBLISHED_INTEGRATIONS} i join ${INSTALLATIONS} n on n.integration_id = i.id
         where n.organization_id = $1 and i.name = $2 and n.id = $3`,
        [organizationId, name, installationId],
      ),
    );
    if (found && isScriptOf(caller, found)) return found.organizationId;
    return requireAdministersInstallation(caller, found).organizationId;
  }
}

@QueryHandler(GetTargetInstallation)
export class GetTargetInstallationHandler implements IQueryHandler<GetTargetInstallation> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
    private readonly seals: Seals,
  ) {}

  async execute(query: GetTargetInstallation): Promise<TargetInstallationView> {
    const { caller, name, installationId, target, extended } = query;
    const missing = 'Installation not found';
    const row = await this.sql.within({ table: 'integrations.installation', id: installationId }, (organizationId) =>
      this.sql.row<Row>(
        'target-installation.get',
        `${ROWS} where t.organization_id = $1 and i.name = $2 and t.installation_id = $3 and t.kind = $4
           and t.target_id = $5`,
        [organizationId, name, installationId, target.kind, target.id],
      ),
    );
    if (!row) throw new NotFound(missing);
    if (!isScriptOf(caller, { id: row.installationId, integrationId: row.integrationId }))
      await authorizeTarget(this.dispatcher, caller, row.organizationId, target, missing);
    const targets = extended ? await recordsOf(this.dispatcher, caller, target.kind, [row]) : undefined;
    const configuration = configurationOf(row, this.seals, targetPlaceOf(row.id));
    return toTargetView(row, configuration, targets?.get(row.targetId), this.settings);
  }
}

/** The spaces or sites of rows, by their ids: one question for each organization among them. */
async function recordsOf(
  dispatcher: Dispatcher,
  caller: Caller,
  kind: TargetKind,
  rows: readonly TargetRow[],
): Promise<Map<string, object>> {
  const byOrganization = new Map<string, string[]>();
  for (const { organizationId, targetId } of rows)
    byOrganization.set(organizationId, [...(byOrganization.get(organizationId) ?? []), targetId]);
  const all = new Map<string, object>();
  for (const [organizationId, ids] of byOrganization) {
    const records = await (kind === 'space'
      ? dispatcher.ask(new SpacesByIds(caller, organizationId, ids))
      : dispatcher.ask(new SitesByIds(caller, organizationId, ids)));
    for (const [id, record] of records) all.set(id, record);
  }
  return all;
}
