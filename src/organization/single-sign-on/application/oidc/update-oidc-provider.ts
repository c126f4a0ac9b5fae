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
import type { OidcProviderFields } from '../../domain/oidc/oidc-provider.js';
import { OidcProtocol, OidcProviders } from '../../domain/oidc/oidc.ports.js';
import { Vouchers } from '../../domain/voucher.js';
import { changeProvider } from '../provider-changes.js';
import { requireUsable } from './require-usable.js';

/**
 * Changes a provider; `clientSecret` null removes the secret. Where it gets another issuer or client id, the sessions it
 * vouched for end.
 */
@Audits('oidc-provider.updated')
export class UpdateOidcProvider extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly providerId: string,
    readonly fields: OidcProviderFields,
    readonly clientSecret?: string | null,
  ) {
    super();
  }
}

@CommandHandler(UpdateOidcProvider)
export class UpdateOidcProviderHandler implements ICommandHandler<UpdateOidcProvider> {
  constructor(
    readonly providers: OidcProviders,
    readonly vouchers: Vouchers,
    readonly organizations: Organizations,
    readonly sessions: Sessions,
    readonly callers: Callers,
    readonly audit: AuditTrail,
    private readonly teams: Teams,
    private readonly protocol: OidcProtocol,
  ) {}

  async execute(command: UpdateOidcProvider): Promise<void> {
    const { caller, organizationId, fields, clientSecret } = command;
    requireAdministrator(caller, organizationId);
    await requireUsable({ teams: this.teams, protocol: this.protocol }, organizationId, fields);
    const provider = await changeProvider(this, command, fields);
    if (clientSecret !== undefined) await this.providers.setSecret(provider, clientSecret);
  }
}
