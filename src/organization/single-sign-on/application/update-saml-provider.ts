import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Audits } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Callers } from '#kernel/application/callers';
import { NotFound } from '#kernel/domain/errors';
import { Command } from '#kernel/domain/messages';
import type { SamlProviderFields } from '../domain/saml-provider.js';
import { Organizations } from '../../organizations/domain/organizations.js';
import { Teams } from '../../teams/domain/teams.js';
import { SamlProviders } from '../domain/saml.ports.js';
import { Sessions } from '../../sign-in/domain/session/sessions.js';
import { requireAdministrator } from '../../organizations/application/require-administrator.js';
import { endSessionsOf, requireAnotherProvider } from './provider-sessions.js';
import { requireTeam } from './require-team.js';

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
    private readonly providers: SamlProviders,
    private readonly organizations: Organizations,
    private readonly teams: Teams,
    private readonly sessions: Sessions,
    private readonly callers: Callers,
    private readonly audit: AuditTrail,
  ) {}

  async execute({ caller, organizationId, providerId, fields }: UpdateSamlProvider): Promise<void> {
    requireAdministrator(caller, organizationId);
    const provider = await this.providers.find(providerId);
    if (provider?.organizationId !== organizationId) throw new NotFound('SAML provider not found');
    await requireTeam(this.teams, organizationId, fields.defaultTeam);
    const { active } = provider;
    const { distrusts } = provider.update(fields);
    if (active && !provider.active) await requireAnotherProvider(this.providers, this.organizations, provider);
    await this.providers.save(provider);
    if (distrusts) await endSessionsOf(provider, this.sessions, this.callers);
    await this.audit.record({
      organizations: [organizationId],
      action: 'saml-provider.updated',
      actorId: caller.userId,
      target: { type: 'saml-provider', id: provider.id, label: provider.label },
      payload: { changed: Object.keys(fields), active: provider.active, sessionsEnded: distrusts },
    });
  }
}
