import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { AggregateStore } from '#kernel/infrastructure/database/aggregate-store';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { recordSchema } from '#kernel/infrastructure/database/record-schema';
import { Outbox } from '#kernel/infrastructure/events/outbox';
import { SamlProvider, type SamlProviderState } from '../../domain/saml/saml-provider.js';
import type { SamlProviders } from '../../domain/saml/saml.ports.js';

export const samlProviderSchema = recordSchema<SamlProviderState>({
  name: 'SamlProvider',
  schema: 'organization',
  tableName: 'saml_provider',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'int' },
    label: { type: 'text' },
    entityId: { type: 'text', name: 'entity_id' },
    ssoUrl: { type: 'text', name: 'sso_url' },
    certificate: { type: 'text' },
    defaultTeam: { type: 'text', name: 'default_team', nullable: true },
    defaultRole: { type: 'text', name: 'default_role', nullable: true },
    createdAt: { type: 'timestamptz', name: 'created_at' },
  },
});

@Injectable()
@OpensOrganizations({ table: 'organization.saml_provider' })
export class SamlProviderStore extends AggregateStore<SamlProviderState, SamlProvider> implements SamlProviders {
  protected readonly schema = samlProviderSchema;
  protected readonly noun = 'SAML provider';

  constructor(unitOfWork: UnitOfWork, outbox: Outbox) {
    super(unitOfWork, outbox);
  }

  async remove(organizationId: string, id: string): Promise<void> {
    await this.unitOfWork.manager.getRepository(samlProviderSchema).delete({ organizationId, id });
  }

  protected from(state: SamlProviderState): SamlProvider {
    return SamlProvider.from(state);
  }
}
