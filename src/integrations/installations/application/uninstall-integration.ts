import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Integrations } from '../../integrations/domain/integrations.js';
import { requireAdministersInstallation, belongsTo } from '../domain/installation.policy.js';
import { Installations, TargetInstallations } from '../domain/installations.js';
import { findInstallation } from './find-installation.js';
import { UninstallIntegration } from './installation.commands.js';

@CommandHandler(UninstallIntegration)
export class UninstallIntegrationHandler implements ICommandHandler<UninstallIntegration> {
  constructor(
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly targets: TargetInstallations,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ caller, name, installationId }: UninstallIntegration): Promise<void> {
    const found = await findInstallation(this.integrations, this.installations, name, installationId);
    if (!found || !belongsTo(caller, found.installation.organizationId)) return;
    const { installation } = found;
    requireAdministersInstallation(caller, installation);
    const enabled = await this.targets.of(installation);
    for (const target of enabled) target.disable();
    await this.targets.remove(enabled);
    installation.uninstall();
    await this.installations.remove(installation);
    await this.trail.record({
      organizations: [installation.organizationId],
      action: 'installation.deleted',
      actorId: caller.userId,
      target: { type: 'installation', id: installation.id, label: name },
      payload: { integration: name },
    });
  }
}
