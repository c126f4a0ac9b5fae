import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import type { Caller } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { Command } from '#kernel/domain/messages';
import { SamlProvider, type SamlProviderFields } from '../../domain/saml/saml-provider.js';
import { SamlOrganizations, SamlProviders } from '../../domain/saml/saml.ports.js';
import { requireAdministrator } from './administer.js';
import { requireTeam } from './require-team.js';

/** Adds an identity provider to an organization; answers its id. */
export class CreateSamlProvider extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly fields: SamlProviderFields & { label: string },
  ) {
    super();
  }
}

@CommandHandler(CreateSamlProvider)
export class CreateSamlProviderHandler implements ICommandHandler<CreateSamlProvider> {
  constructor(
    private readonly providers: SamlProviders,
    private readonly organizations: SamlOrganizations,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, fields }: CreateSamlProvider): Promise<string> {
    requireAdministrator(caller, organizationId);
    await requireTeam(this.organizations, organizationId, fields.defaultTeam);
    const provider = SamlProvider.create(organizationId, fields, this.clock.now());
    await this.providers.save(provider);
    await this.audit.record({
      organizations: [organizationId],
      action: 'saml-provider.created',
      actorId: caller.userId,
      target: { type: 'saml-provider', id: provider.id, label: provider.label },
      payload: { active: provider.active },
    });
    return provider.id;
  }
}
