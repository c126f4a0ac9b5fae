import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { Integrations } from '../../integrations/domain/integrations.js';
import { requireOwnMatters } from '../domain/installation.policy.js';
import { Installations } from '../domain/installations.js';
import { Seals } from '../domain/seals.js';
import { authorizeInstallation } from './find-installation.js';
import { UpdateInstallation } from './installation.commands.js';

@CommandHandler(UpdateInstallation)
export class UpdateInstallationHandler implements ICommandHandler<UpdateInstallation> {
  constructor(
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly seals: Seals,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, name, installationId, changes }: UpdateInstallation): Promise<void> {
    const at = [name, installationId] as const;
    const { integration, installation } = await authorizeInstallation(
      ...([this.integrations, this.installations, caller, at] as const),
    );
    if (caller.script) requireOwnMatters(changes);
    if (!installation.update(changes, integration, this.seals, this.clock.now())) return;
    await this.installations.save(installation);
    await this.trail.record({
      organizations: [installation.organizationId],
      action: 'installation.updated',
      actorId: caller.userId,
      target: { type: 'installation', id: installation.id, label: name },
      payload: { integration: name },
    });
  }
}
