import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { Integrations } from '../../integrations/domain/integrations.js';
import { mayKnow } from '../../integrations/domain/integration.policy.js';
import { requireInstaller } from '../domain/installation.policy.js';
import { Installation } from '../domain/installation.js';
import { Installations } from '../domain/installations.js';
import { Seals } from '../domain/seals.js';
import { FindOrganization } from '#organization';
import { InstallIntegration } from './installation.commands.js';

@CommandHandler(InstallIntegration)
export class InstallIntegrationHandler implements ICommandHandler<InstallIntegration> {
  constructor(
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly dispatcher: Dispatcher,
    private readonly seals: Seals,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, name, organizationId: named }: InstallIntegration): Promise<string> {
    const organizationId = await this.dispatcher.ask(new FindOrganization(caller, named));
    const integration = await this.integrations.named(name);
    if (!integration || !mayKnow(caller, integration.snapshot())) throw new NotFound('Integration not found');
    if (organizationId === undefined) throw new NotFound('Organization not found');
    requireInstaller(caller, organizationId);
    // A private integration is for the organization that owns it.
    if (integration.isPrivate && integration.organizationId !== organizationId)
      throw new NotFound('Integration not found');
    const known = await this.installations.on(organizationId, integration.id);
    if (known) return known.id;
    const installation = Installation.install(organizationId, integration, caller.userId, this.seals, this.clock.now());
    await this.installations.save(installation);
    await this.trail.record({
      organizations: [organizationId],
      action: 'installation.created',
      actorId: caller.userId,
      target: { type: 'installation', id: installation.id, label: name },
      payload: { integration: name },
    });
    return installation.id;
  }
}
