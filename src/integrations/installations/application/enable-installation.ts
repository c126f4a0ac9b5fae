import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { Integrations } from '../../integrations/domain/integrations.js';
import { belongsTo } from '../domain/installation.policy.js';
import { Installations, TargetInstallations } from '../domain/installations.js';
import { Seals } from '../domain/seals.js';
import { TargetInstallation } from '../domain/target-installation.js';
import { authorizeTarget } from './authorize-target.js';
import { findInstallation } from './find-installation.js';
import { EnableInstallation } from './installation.commands.js';

@CommandHandler(EnableInstallation)
export class EnableInstallationHandler implements ICommandHandler<EnableInstallation> {
  constructor(
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly targets: TargetInstallations,
    private readonly dispatcher: Dispatcher,
    private readonly seals: Seals,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, name, installationId, target }: EnableInstallation): Promise<void> {
    const found = await findInstallation(this.integrations, this.installations, name, installationId);
    if (!found || !belongsTo(caller, found.installation.organizationId)) throw new NotFound('Installation not found');
    const { integration, installation } = found;
    const { organizationId } = installation;
    await authorizeTarget(this.dispatcher, caller, organizationId, target);
    if (await this.targets.held(installation, target.kind, target.id)) return;
    const options = { by: caller.userId, seals: this.seals, now: this.clock.now() };
    const enabled = TargetInstallation.enable(installation, integration, [target.kind, target.id], options);
    await this.targets.save(enabled);
    await this.trail.record({
      organizations: [organizationId],
      action: target.kind === 'space' ? 'space-installation.created' : 'site-installation.created',
      actorId: caller.userId,
      target: { type: target.kind, id: target.id, label: name },
      payload: { integration: name, installation: installation.id },
    });
  }
}
