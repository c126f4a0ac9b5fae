import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Command } from '#kernel/domain/messages';
import { Sites } from '../../domain/site/sites.js';

/** A space was deleted (`away`), or is back: the sites on which it is follow. */
export class FollowSpace extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly spaceId: string,
    readonly away: boolean,
  ) {
    super();
  }
}

@CommandHandler(FollowSpace)
export class FollowSpaceHandler implements ICommandHandler<FollowSpace> {
  constructor(
    private readonly sites: Sites,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, spaceId, away }: FollowSpace): Promise<void> {
    for (const site of await this.sites.heldWithSpace(organizationId, spaceId)) {
      site.setAway(spaceId, away, this.clock.now());
      await this.sites.save(site);
    }
  }
}
