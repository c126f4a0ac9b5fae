import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { mayKnow, requireAdministers } from '../domain/integration.policy.js';
import { Integrations } from '../domain/integrations.js';
import { SetDevelopmentMode } from './integration.commands.js';

@CommandHandler(SetDevelopmentMode)
export class SetDevelopmentModeHandler implements ICommandHandler<SetDevelopmentMode> {
  constructor(
    private readonly integrations: Integrations,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, name, mode }: SetDevelopmentMode): Promise<void> {
    const held = await this.integrations.held(name);
    if (!mode && (!held || !mayKnow(caller, held.snapshot()))) return;
    const integration = requireAdministers(caller, held);
    integration.develop(mode, this.clock.now());
    await this.integrations.save(integration);
    await this.trail.record({
      organizations: [integration.organizationId],
      action: 'integration.development-mode-changed',
      actorId: caller.userId,
      target: { type: 'integration', id: integration.id, label: name },
      payload: { on: mode !== undefined, all: mode?.all ?? false },
    });
  }
}
