import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Jobs } from '#kernel/application/jobs';
import { SiteSyncs, type SitePlace } from '../domain/site-syncs.js';
import { FollowSite } from './site-sync.commands.js';
import { syncSiteJob } from './sync-site-job.js';

@CommandHandler(FollowSite)
export class FollowSiteHandler implements ICommandHandler<FollowSite> {
  constructor(
    private readonly syncs: SiteSyncs,
    private readonly jobs: Jobs,
  ) {}

  async execute({ organizationId, changed }: FollowSite): Promise<void> {
    for (const place of await this.#placesOf(organizationId, changed)) await this.jobs.enqueue(...syncSiteJob(place));
  }

  async #placesOf(organizationId: string, changed: FollowSite['changed']): Promise<SitePlace[]> {
    if ('space' in changed) return this.syncs.withSpace(organizationId, changed.space, changed.filled);
    const place = { organizationId, siteId: changed.site };
    return (await this.syncs.exists(place)) ? [place] : [];
  }
}
