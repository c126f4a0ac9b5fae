import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import type { OidcProviders } from '../../domain/oidc/oidc.ports.js';
import { OidcProvider, type OidcProviderState } from '../../domain/oidc/oidc-provider.js';
import { placeOfSecret } from './sealed-places.js';

export const oidcProviderSchema = recordSchema<OidcProviderState>({
  name: 'OidcProvider',
  schema: 'organization',
  tableName: 'oidc_provider',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    label: { type: 'text' },
    issuer: { type: 'text' },
    clientId: { type: 'text', name: 'client_id' },
    scopes: { type: 'text', array: true },
    groupsClaim: { type: 'text', name: 'groups_claim' },
    groupRules: { type: 'jsonb', name: 'group_rules' },
    defaultTeam: { type: 'text', name: 'default_team', nullable: true },
    defaultRole: { type: 'text', name: 'default_role', nullable: true },
    createdAt: { type: 'timestamptz', name: 'created_at' },
  },
});

@Injectable()
@OpensOrganizations({ table: 'organization.oidc_provider' })
export class OidcProviderStore extends AggregateStore<OidcProviderState, OidcProvider> implements OidcProviders {
  protected readonly schema = oidcProviderSchema;
  protected readonly noun = 'Provider';

  constructor(
    unitOfWork: UnitOfWork,
    outbox: Outbox,
    private readonly sql: SqlQuery,
    private readonly box: SecretBox,
  ) {
    super(unitOfWork, outbox);
  }

  async remove(organizationId: string, id: string): Promise<void> {
    await this.unitOfWork.manager.getRepository(oidcProviderSchema).delete({ organizationId, id });
  }

  async setSecret({ organizationId, id }: OidcProvider, secret: string | null): Promise<void> {
    if (secret === null) {
      await this.sql.rows(
        'oidc.remove-secret',
        'delete from organization.oidc_client_secret where organization_id = $1 and provider_id = $2',
        [organizationId, id],
      );
      return;
    }
    await this.sql.rows(
      'oidc.set-secret',
      `insert into organization.oidc_client_secret (organization_id, provider_id, secret_sealed) values ($1, $2, $3)
       on conflict (organization_id, provider_id) do update set secret_sealed = excluded.secret_sealed`,
      [organizationId, id, this.box.seal(secret, placeOfSecret(id))],
    );
  }

  protected from(state: OidcProviderState): OidcProvider {
    return OidcProvider.from(state);
  }
}
