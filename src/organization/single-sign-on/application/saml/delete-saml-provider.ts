import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Callers } from '#kernel/application/callers';
import { Command } from '#kernel/domain/messages';
import { Organizations } from '../../../organizations/domain/organizations.js';
import { Sessions } from '../../../sign-in/domain/session/sessions.js';
import { SamlProviders } from '../../domain/saml/saml.ports.js';
import { Vouchers } from '../../domain/voucher.js';
import { removeProvider } from '../provider-changes.js';

/** Removes a provider and ends the sessions it vouched for. A provider that the caller can't see is no error. */
@Audits('saml-provider.deleted')
export class DeleteSamlProvider extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly providerId: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteSamlProvider)
export class DeleteSamlProviderHandler implements ICommandHandler<DeleteSamlProvider> {
  constructor(
    readonly providers: SamlProviders,
    readonly vouchers: Vouchers,
    readonly organizations: Organizations,
    readonly sessions: Sessions,
    readonly callers: Callers,
    readonly audit: AuditTrail,
  ) {}

  execute(command: DeleteSamlProvider): Promise<void> {
    return removeProvider(this, command);
  }
}
