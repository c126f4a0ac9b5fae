import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { EndGitFollowing } from '#content';
import { SiteSyncs } from '../domain/site-syncs.js';
import { SettleSiteSync } from './site-sync.commands.js';

@CommandHandler(SettleSiteSync)
export class SettleSiteSyncHandler implements ICommandHandler<SettleSiteSync> {
  constructor(
    private readonly syncs: SiteSyncs,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ turn, point }: SettleSiteSync): Promise<void> {
    const before = await this.syncs.hold(turn);
    await this.syncs.settle(turn, point);
    const left = before.filter((space) => !point.spaces.includes(space));
    const { organizationId, url, branch, setBy } = turn;
    if (left.length > 0)
      await this.dispatcher.run(new EndGitFollowing(organizationId, left, { url, ref: branch.ref }, setBy));
  }
}
