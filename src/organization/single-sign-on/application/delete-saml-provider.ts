import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Callers } from '#kernel/application/callers';
import { Command } from '#kernel/domain/messages';
import { Organizations } from '../../organizations/domain/organizations.js';
import { SamlProviders } from '../domain/saml.ports.js';
import { Sessions } from '../../sign-in/domain/session/sessions.js';
import { requireAdministrator } from '../../organizations/application/require-administrator.js';
import { endSessionsOf, requireAnotherProvider } from './provider-sessions.js';

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
    private readonly providers: SamlProviders,
    private readonly organizations: Organizations,
    private readonly sessions: Sessions,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ caller, organizationId, providerId }: DeleteSamlProvider): Promise<void> {
    if (!caller.roles.has(organizationId)) return;
    requireAdministrator(caller, organizationId);
    const provider = await this.providers.find(providerId);
    if (provider?.organizationId !== organizationId) return;
    if (provider.active) await requireAnotherProvider(this.providers, this.organizations, provider);
    await endSessionsOf(provider, this.sessions, this.callers);
    await this.providers.remove(organizationId, providerId);
    await this.audit.record({
      organizations: [organizationId],
      action: 'saml-provider.deleted',
      actorId: caller.userId,
      target: { type: 'saml-provider', id: provider.id, label: provider.label },
    });
  }
}
