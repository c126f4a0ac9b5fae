import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { LRUCache } from 'lru-cache';
import { byOrganization } from '#kernel/domain/by-organization';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { IntegrationsOfInstallations, type IntegrationSummary } from '#organization';
import { INTEGRATION_TITLES } from '../../integrations/infrastructure/reading.js';
import type { InstalledPlace } from '../domain/installations.js';

/** What an entry takes: two ids, and what the cache adds. */
const ENTRY_BYTES = 200;
/** The organization of an id that is of no installation; none ever gets it. */
const NONE = '';

/**
 * The integrations whose scripts wrote something, also those that are not published any more. One statement for each
 * organization of their installations, and one more for ids that are not known yet.
 */
@QueryHandler(IntegrationsOfInstallations)
export class IntegrationsOfInstallationsHandler implements IQueryHandler<IntegrationsOfInstallations> {
  readonly #organizations: LRUCache<string, string>;

  constructor(
    private readonly sql: SqlQuery,
    caches: CacheBudget,
  ) {
    this.#organizations = caches.lru('organizations of authors', { sizeCalculation: () => ENTRY_BYTES });
  }

  async execute({ installationIds }: IntegrationsOfInstallations): Promise<Map<string, IntegrationSummary>> {
    const found = new Map<string, IntegrationSummary>();
    for (const [organizationId, places] of byOrganization(await this.#places(installationIds))) {
      const rows = await this.sql.rows<IntegrationSummary & { installationId: string }>(
        'installation.authors',
        `select n.id as "installationId", i.name, i.title from integrations.installation n
         join ${INTEGRATION_TITLES} i on i.id = n.integration_id where n.organization_id = $1 and n.id = any($2)`,
        [organizationId, places.map(({ id }) => id)],
      );
      for (const { installationId, ...integration } of rows) found.set(installationId, integration);
    }
    return found;
  }

  async #places(ids: readonly string[]): Promise<InstalledPlace[]> {
    const known = ids.map((id) => ({ id, organizationId: this.#organizations.get(id) }));
    const unknown = known.flatMap(({ id, organizationId }) => (organizationId === undefined ? id : []));
    const looked = new Map<string, string>();
    if (unknown.length > 0) {
      const rows = await this.sql.rows<InstalledPlace & {}>(
        'installation.organizations',
        'select n.id, n.organization_id as "organizationId" from integrations.installation n where n.id = any($1)',
        [unknown],
      );
      for (const { id, organizationId } of rows) looked.set(id, organizationId);
      for (const id of unknown) this.#organizations.set(id, looked.get(id) ?? NONE);
    }
    return known
      .map(({ id, organizationId }) => ({ id, organizationId: organizationId ?? looked.get(id) ?? NONE }))
      .filter(({ organizationId }) => organizationId !== NONE);
  }
}
