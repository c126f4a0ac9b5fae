import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { TargetInstallations } from '../domain/installations.js';
import { DisableOnGoneTarget } from './installation.commands.js';

@CommandHandler(DisableOnGoneTarget)
export class DisableOnGoneTargetHandler implements ICommandHandler<DisableOnGoneTarget> {
  constructor(private readonly targets: TargetInstallations) {}

  async execute({ organizationId, target }: DisableOnGoneTarget): Promise<void> {
    const enabled = await this.targets.onTarget(organizationId, target.kind, target.id);
    for (const each of enabled) each.disable();
    await this.targets.remove(enabled);
  }
}
