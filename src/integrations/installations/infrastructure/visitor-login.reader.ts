import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { VisitorLoginOfIntegration, type VisitorLogin } from '#publishing';
import { INTEGRATION_NAMES, PUBLISHED_INTEGRATIONS } from '../../integrations/infrastructure/reading.js';
import { Seals } from '../domain/seals.js';
import { targetPlaceOf } from '../domain/target-installation.js';
import { visitorUrls } from './installation-views.js';

interface SignerRow extends Record<string, unknown> {
  id: string;
  installationId: string;
  signingSecretSealed: string;
}

const SIGNER = `select t.id, t.installation_id as "installationId", t.signing_secret_sealed as "signingSecretSealed"
  from ${INTEGRATION_NAMES} m
  join ${PUBLISHED_INTEGRATIONS} i on i.organization_id = m.organization_id and i.id = m.integration_id
  join integrations.target_installation t on t.organization_id = $1 and t.target_id = $2 and t.integration_id = i.id
    and t.kind = 'site' and t.status = 'active'
  join integrations.installation n
    on n.organization_id = t.organization_id and n.id = t.installation_id and n.status = 'active'
  where m.name = $3 and i.scopes @> '["site:visitor:auth"]'`;

/** Both the installation and its site installation must be active, and the scopes allow it to sign visitors in. */
@QueryHandler(VisitorLoginOfIntegration)
export class VisitorLoginOfIntegrationHandler implements IQueryHandler<VisitorLoginOfIntegration> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
    private readonly seals: Seals,
  ) {}

  async execute(query: VisitorLoginOfIntegration): Promise<VisitorLogin | undefined> {
    const { organizationId, siteId, integration } = query;
    const values = [organizationId, siteId, integration];
    const row = await this.sql.row<SignerRow>('target-installation.signer', SIGNER, values);
    if (!row) return undefined;
    const { id, installationId, signingSecretSealed } = row;
    return {
      ...visitorUrls({ installationId, siteId }, integration, this.settings),
      keys: [this.seals.open(signingSecretSealed, targetPlaceOf(id))],
    };
  }
}
