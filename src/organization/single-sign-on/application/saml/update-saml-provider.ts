import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Callers } from '#kernel/application/callers';
import { Command } from '#kernel/domain/messages';
import { requireAdministrator } from '../../../organizations/application/require-administrator.js';
import { Organizations } from '../../../organizations/domain/organizations.js';
import { Sessions } from '../../../sign-in/domain/session/sessions.js';
import { Teams } from '../../../teams/domain/teams.js';
import type { SamlProviderFields } from '../../domain/saml/saml-provider.js';
import { SamlProviders } from '../../domain/saml/saml.ports.js';
import { Vouchers } from '../../domain/voucher.js';
import { changeProvider, requireTeams } from '../provider-changes.js';

/**
 * Changes a provider. Where an entity id or a key that was trusted before no longer is, the sessions it vouched for
 * end.
 */
@Audits('saml-provider.updated')
export class UpdateSamlProvider extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly providerId: string,
    readonly fields: SamlProviderFields,
  ) {
    super();
  }
}

@CommandHandler(UpdateSamlProvider)
export class UpdateSamlProviderHandler implements ICommandHandler<UpdateSamlProvider> {
  constructor(
    readonly providers: SamlProviders,
    readonly vouchers: Vouchers,
    readonly organizations: Organizations,
    readonly sessions: Sessions,
    readonly callers: Callers,
    readonly audit: AuditTrail,
    private readonly teams: Teams,
  ) {}

  async execute(command: UpdateSamlProvider): Promise<void> {
    const { caller, organizationId, fields } = command;
    requireAdministrator(caller, organizationId);
    await requireTeams(this.teams, organizationId, 'defaultTeam', [fields.defaultTeam]);
    await changeProvider(this, command, fields);
  }
}
