import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { GetSpace } from '#content';
import { SitesByIds } from '#publishing';
import { IntegrationsByIds } from '../../integrations/application/integration.queries.js';
import type { IntegrationView } from '../../integrations/application/integration.view.js';
import { PUBLISHED_INTEGRATIONS } from '../../integrations/infrastructure/reading.js';
import { ListInstallationsStatus, ListIntegrationsOfTarget } from '../application/installation.queries.js';
import type { InstalledIntegrationView } from '../application/installation.view.js';
import { requireSeesInstallations } from '../domain/installation.policy.js';

interface InstalledRow extends Record<string, unknown> {
  id: string;
  integrationId: string;
  status: InstalledIntegrationView['status'];
}

/** The best status of an integration on several spaces or sites. */
const BEST = `(array['active', 'pending', 'paused'])[min(array_position(array['active', 'pending', 'paused'], n.status))]`;

@QueryHandler(ListInstallationsStatus)
export class ListInstallationsStatusHandler implements IQueryHandler<ListInstallationsStatus> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute(query: ListInstallationsStatus): Promise<Page<InstalledIntegrationView>> {
    const { caller, organizationId, target, page } = query;
    requireSeesInstallations(caller, organizationId);
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const ofOrganization = target === 'organization';
    const rows = await this.sql.rows<InstalledRow>(
      `installation.status-of-${ofOrganization ? 'organization' : 'targets'}`,
      `select i.id, i.id as "integrationId", ${BEST} as status from ${PUBLISHED_INTEGRATIONS} i
       join integrations.${ofOrganization ? 'installation' : 'target_installation'} n on n.integration_id = i.id
       where n.organization_id = $1 and i.id > $2 and ${ofOrganization ? '$3::text is not null' : 'n.kind = $3'}
       group by i.id order by i.id limit $4`,
      [organizationId, after, target, request.limit + 1],
    );
    const integrations = await this.dispatcher.ask(
      new IntegrationsByIds(
        caller,
        rows.map(({ integrationId }) => integrationId),
      ),
    );
    return toPage(
      rows.filter(({ integrationId }) => integrations.has(integrationId)),
      request,
      ({ id }) => [id],
      ({ integrationId, status }) => ({ status, integration: integrations.get(integrationId)! }),
    );
  }
}

@QueryHandler(ListIntegrationsOfTarget)
export class ListIntegrationsOfTargetHandler implements IQueryHandler<ListIntegrationsOfTarget> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute(query: ListIntegrationsOfTarget): Promise<Page<IntegrationView>> {
    const { caller, target, search = '', page } = query;
    const organizationId = await this.#organizationOf(query);
    const request = normalizeRequest(page);
    const [after] = readCursor(request, 1) ?? [''];
    const selection = target.kind === 'space' ? 'space_selection' : 'site_selection';
    const rows = await this.sql.rows<InstalledRow>(
      `installation.covering-${target.kind}`,
      `select i.id, i.id as "integrationId", n.status from ${PUBLISHED_INTEGRATIONS} i
       join integrations.installation n on n.integration_id = i.id
       left join integrations.target_installation t on t.organization_id = n.organization_id
         and t.installation_id = n.id and t.kind = '${target.kind}' and t.target_id = $2
       where n.organization_id = $1 and n.status <> 'paused' and coalesce(t.status, '') <> 'paused'
         and (n.${selection} = 'all' or t.id is not null) and i.id > $3
         and strpos(lower(i.name || ' ' || i.title), lower($4)) > 0
       order by i.id limit $5`,
      [organizationId, target.id, after, search, request.limit + 1],
    );
    const integrations = await this.dispatcher.ask(
      new IntegrationsByIds(
        caller,
        rows.map(({ integrationId }) => integrationId),
      ),
    );
    return toPage(
      rows.filter(({ integrationId }) => integrations.has(integrationId)),
      request,
      ({ id }) => [id],
      ({ integrationId }) => integrations.get(integrationId)!,
    );
  }

  /** The organization of the target. Throws NotFound where the caller may not see the target. */
  async #organizationOf({ caller, target, organizationId }: ListIntegrationsOfTarget): Promise<string> {
    if (target.kind === 'space') {
      const space = await this.dispatcher.ask(new GetSpace(caller, target.id));
      if (space.deletedAt !== undefined) throw new NotFound('Space not found');
      return space.organization;
    }
    requireSeesInstallations(caller, organizationId ?? '');
    const sites = await this.dispatcher.ask(new SitesByIds(caller, organizationId ?? '', [target.id]));
    if (organizationId === undefined || !sites.has(target.id)) throw new NotFound('Site not found');
    return organizationId;
  }
}
