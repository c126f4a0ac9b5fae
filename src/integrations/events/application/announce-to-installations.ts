import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { DeliveredEvent } from '../domain/delivered-event.js';
import { DeliveredEvents } from '../domain/delivered-events.js';
import { AnnounceToInstallations } from './event.commands.js';

@CommandHandler(AnnounceToInstallations)
export class AnnounceToInstallationsHandler implements ICommandHandler<AnnounceToInstallations> {
  constructor(
    private readonly events: DeliveredEvents,
    private readonly clock: Clock,
  ) {}

  /** The configuration is in the environment of the script, as it was: nothing else of the installation differs. */
  async execute({ integrationId, what }: AnnounceToInstallations): Promise<void> {
    const now = this.clock.now();
    const installed = await this.events.installationsOf(integrationId);
    await this.events.add(
      installed.map(({ organizationId, installationId, status }) =>
        DeliveredEvent.create(
          {
            ...{ organizationId, integrationId, installationId, type: what, depth: 0 },
            payload: what === 'installation_setup' ? { status } : { previous: { status } },
          },
          now,
        ),
      ),
    );
  }
}
