import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Command } from '#kernel/domain/messages';
import { EndVisitsByIntegration, RecordSiteScripts } from '#publishing';
import { ActiveOnSites, scriptsOf, signsIn, type FollowedSite } from '../domain/active-on-sites.js';

/**
 * Gives a site the scripts of the integrations that are active on it now, and ends the visits that this integration began
 * if it signs no visitors in any more.
 */
@NotAudited('follows what was done with an installation, which is in the trail itself')
export class FollowSite extends Command<void> {
  constructor(
    readonly site: FollowedSite,
    readonly integrationId: string,
  ) {
    super();
  }
}

@CommandHandler(FollowSite)
export class FollowSiteHandler implements ICommandHandler<FollowSite> {
  constructor(
    private readonly sites: ActiveOnSites,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ site, integrationId }: FollowSite): Promise<void> {
    const { organizationId, siteId } = site;
    const active = await this.sites.on(site);
    await this.dispatcher.run(new RecordSiteScripts(organizationId, siteId, scriptsOf(active)));
    if (signsIn(active, integrationId)) return;
    const name = await this.sites.nameOf(integrationId);
    if (name !== undefined) await this.dispatcher.run(new EndVisitsByIntegration(organizationId, siteId, name));
  }
}
