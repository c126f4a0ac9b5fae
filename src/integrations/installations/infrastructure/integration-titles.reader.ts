import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { IntegrationsOfInstallations, type IntegrationSummary } from '#organization';
import { INTEGRATION_TITLES } from '../../integrations/infrastructure/reading.js';

/** The integrations whose scripts wrote something, also those that are not published any more. */
@QueryHandler(IntegrationsOfInstallations)
export class IntegrationsOfInstallationsHandler implements IQueryHandler<IntegrationsOfInstallations> {
  constructor(private readonly sql: SqlQuery) {}

  async execute({ installationIds }: IntegrationsOfInstallations): Promise<Map<string, IntegrationSummary>> {
    const rows = await this.sql.rows<IntegrationSummary & { installationId: string }>(
      'installation.authors',
      `select n.id as "installationId", i.name, i.title from integrations.installation n
       join ${INTEGRATION_TITLES} i on i.id = n.integration_id where n.id = any($1)`,
      [installationIds],
    );
    return new Map(rows.map(({ installationId, ...integration }) => [installationId, integration]));
  }
}
