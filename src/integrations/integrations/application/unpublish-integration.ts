import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { mayKnow, requireAdministers } from '../domain/integration.policy.js';
import { Integrations } from '../domain/integrations.js';
import { UnpublishIntegration } from './integration.commands.js';

@CommandHandler(UnpublishIntegration)
export class UnpublishIntegrationHandler implements ICommandHandler<UnpublishIntegration> {
  constructor(
    private readonly integrations: Integrations,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, name }: UnpublishIntegration): Promise<void> {
    const held = await this.integrations.held(name);
    if (!held || !mayKnow(caller, held.snapshot())) return;
    const integration = requireAdministers(caller, held);
    integration.unpublish(this.clock.now());
    await this.integrations.save(integration);
    await this.trail.record({
      organizations: [integration.organizationId],
      action: 'integration.unpublished',
      actorId: caller.userId,
      target: { type: 'integration', id: integration.id, label: name },
      payload: { version: integration.release },
    });
  }
}
