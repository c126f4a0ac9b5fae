import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { Command } from '#kernel/domain/messages';
import { Teams } from '../../../teams/domain/teams.js';
import { SamlProvider, type SamlProviderFields } from '../../domain/saml/saml-provider.js';
import { SamlProviders } from '../../domain/saml/saml.ports.js';
import { requireAdministrator } from '../../../organizations/application/require-administrator.js';
import { entryOf, requireTeams } from '../provider-changes.js';

/** Adds an identity provider to an organization; answers its id. */
@Audits('saml-provider.created')
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
    private readonly teams: Teams,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, fields }: CreateSamlProvider): Promise<string> {
    requireAdministrator(caller, organizationId);
    await requireTeams(this.teams, organizationId, 'defaultTeam', [fields.defaultTeam]);
    const provider = SamlProvider.create(organizationId, fields, this.clock.now());
    await this.providers.save(provider);
    await this.audit.record({ ...entryOf(provider, caller, 'created'), payload: { active: provider.active } });
    return provider.id;
  }
}
