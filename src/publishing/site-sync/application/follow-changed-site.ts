import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Jobs } from '#kernel/application/jobs';
import { SiteSyncs, type SitePlace } from '../domain/site-syncs.js';
import { FollowChangedSite } from './site-sync.commands.js';
import { syncSiteJob } from './sync-site-job.js';

@CommandHandler(FollowChangedSite)
export class FollowChangedSiteHandler implements ICommandHandler<FollowChangedSite> {
  constructor(
    private readonly syncs: SiteSyncs,
    private readonly jobs: Jobs,
  ) {}

  async execute({ organizationId, changed }: FollowChangedSite): Promise<void> {
    for (const place of await this.#placesOf(organizationId, changed)) await this.jobs.enqueue(...syncSiteJob(place));
  }

  async #placesOf(organizationId: string, changed: FollowChangedSite['changed']): Promise<SitePlace[]> {
    if ('space' in changed) return this.syncs.withSpace(organizationId, changed.space, changed.filled);
    const place = { organizationId, siteId: changed.site };
    return (await this.syncs.exists(place)) ? [place] : [];
  }
}
