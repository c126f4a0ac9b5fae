import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Integrations } from '../../integrations/domain/integrations.js';
import { Installations, TargetInstallations } from '../domain/installations.js';
import { authorizeTarget, roleOnTarget } from './authorize-target.js';
import { findInstallation } from './find-installation.js';
import { DisableInstallation } from './installation.commands.js';

@CommandHandler(DisableInstallation)
export class DisableInstallationHandler implements ICommandHandler<DisableInstallation> {
  constructor(
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly targets: TargetInstallations,
    private readonly dispatcher: Dispatcher,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ caller, name, installationId, target }: DisableInstallation): Promise<void> {
    const found = await findInstallation(this.integrations, this.installations, name, installationId);
    const enabled = found && (await this.targets.held(found.installation, target.kind, target.id));
    if (!found || !enabled) return;
    const { organizationId } = found.installation;
    if (!(await roleOnTarget(this.dispatcher, caller, organizationId, target))) return;
    await authorizeTarget(this.dispatcher, caller, organizationId, target);
    enabled.disable();
    await this.targets.remove([enabled]);
    await this.trail.record({
      organizations: [organizationId],
      action: target.kind === 'space' ? 'space-installation.deleted' : 'site-installation.deleted',
      actorId: caller.userId,
      target: { type: target.kind, id: target.id, label: name },
      payload: { integration: name, installation: installationId },
    });
  }
}
