import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Clock } from '#kernel/domain/clock';
import { Command } from '#kernel/domain/messages';
import { requireAdministrator } from '../../../organizations/application/require-administrator.js';
import { Teams } from '../../../teams/domain/teams.js';
import { OidcProvider, type OidcProviderFields } from '../../domain/oidc/oidc-provider.js';
import { OidcProtocol, OidcProviders } from '../../domain/oidc/oidc.ports.js';
import { entryOf } from '../provider-changes.js';
import { requireUsable } from './require-usable.js';

/** Adds a provider of OpenID Connect to an organization; answers its id. */
@Audits('oidc-provider.created')
export class CreateOidcProvider extends Command<string> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly fields: OidcProviderFields & { label: string },
    readonly clientSecret?: string | null,
  ) {
    super();
  }
}

@CommandHandler(CreateOidcProvider)
export class CreateOidcProviderHandler implements ICommandHandler<CreateOidcProvider> {
  constructor(
    private readonly providers: OidcProviders,
    private readonly protocol: OidcProtocol,
    private readonly teams: Teams,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, fields, clientSecret }: CreateOidcProvider): Promise<string> {
    requireAdministrator(caller, organizationId);
    await requireUsable({ teams: this.teams, protocol: this.protocol }, organizationId, fields);
    const provider = OidcProvider.create(organizationId, fields, this.clock.now());
    await this.providers.save(provider);
    if (typeof clientSecret === 'string') await this.providers.setSecret(provider, clientSecret);
    await this.audit.record({ ...entryOf(provider, caller, 'created'), payload: { active: provider.active } });
    return provider.id;
  }
}
