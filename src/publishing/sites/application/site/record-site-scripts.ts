import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { RecordSiteScripts } from '../../../contract/commands.js';
import { Sites } from '../../domain/site/sites.js';

@CommandHandler(RecordSiteScripts)
export class RecordSiteScriptsHandler implements ICommandHandler<RecordSiteScripts> {
  constructor(
    private readonly sites: Sites,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, siteId, scripts }: RecordSiteScripts): Promise<void> {
    const site = await this.sites.held(organizationId, siteId);
    if (site?.replaceScripts(scripts, this.clock.now())) await this.sites.save(site);
  }
}
