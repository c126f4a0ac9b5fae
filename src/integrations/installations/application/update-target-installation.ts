import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { Integrations } from '../../integrations/domain/integrations.js';
import { isScriptOf, requireOwnMatters } from '../domain/installation.policy.js';
import { Installations, TargetInstallations } from '../domain/installations.js';
import { Seals } from '../domain/seals.js';
import { authorizeTarget } from './authorize-target.js';
import { findInstallation } from './find-installation.js';
import { UpdateTargetInstallation } from './installation.commands.js';

const MISSING = 'Installation not found';

@CommandHandler(UpdateTargetInstallation)
export class UpdateTargetInstallationHandler implements ICommandHandler<UpdateTargetInstallation> {
  constructor(
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly targets: TargetInstallations,
    private readonly dispatcher: Dispatcher,
    private readonly seals: Seals,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, name, installationId, target, changes }: UpdateTargetInstallation): Promise<void> {
    const found = await findInstallation(this.integrations, this.installations, name, installationId);
    const enabled = found && (await this.targets.held(found.installation, target.kind, target.id));
    if (!found || !enabled) throw new NotFound(MISSING);
    const { organizationId } = found.installation;
    if (isScriptOf(caller, found.installation)) requireOwnMatters(changes);
    else await authorizeTarget(this.dispatcher, caller, organizationId, target, MISSING);
    if (!enabled.update(changes, found.integration, this.seals, this.clock.now())) return;
    await this.targets.save(enabled);
    await this.trail.record({
      organizations: [organizationId],
      action: target.kind === 'space' ? 'space-installation.updated' : 'site-installation.updated',
      actorId: caller.userId,
      target: { type: target.kind, id: target.id, label: name },
      payload: { integration: name, installation: installationId },
    });
  }
}
