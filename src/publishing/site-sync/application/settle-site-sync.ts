import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { EndGitFollowing } from '#content';
import { SiteSyncs } from '../domain/site-syncs.js';
import { SettleSiteSync } from './site-sync.commands.js';

@CommandHandler(SettleSiteSync)
export class SettleSiteSyncHandler implements ICommandHandler<SettleSiteSync> {
  constructor(
    private readonly syncs: SiteSyncs,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  async execute({ turn, point }: SettleSiteSync): Promise<void> {
    const before = await this.syncs.hold(turn);
    await this.syncs.settle(turn, point, this.clock.now());
    const left = before.filter((space) => !point.spaces.includes(space));
    const { organizationId, url, branch, setBy } = turn;
    if (left.length > 0)
      await this.dispatcher.run(new EndGitFollowing(organizationId, left, { url, ref: branch.ref }, setBy));
  }
}
