import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { SitesHost } from '../../domain/site/addresses.js';
import { Sites } from '../../domain/site/sites.js';
import { authorizeSite } from './authorize-site.js';
import { saveSite } from './save-site.js';
import { PublishSite } from './site.commands.js';
import { requireShowingAll } from './space-to-publish.js';

@CommandHandler(PublishSite)
export class PublishSiteHandler implements ICommandHandler<PublishSite> {
  constructor(
    readonly sites: Sites,
    readonly dispatcher: Dispatcher,
    readonly host: SitesHost,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId }: PublishSite): Promise<void> {
    const site = await authorizeSite(this.sites, caller, organizationId, siteId, 'create');
    const { published } = site;
    if (!published) await requireShowingAll(this.dispatcher, caller, site);
    site.publish(this.clock.now());
    if (site.published === published) return;
    await saveSite(this, site);
    await this.trail.record({
      organizations: [organizationId],
      action: 'site.published',
      actorId: caller.userId,
      target: { type: 'site', id: siteId, label: site.title },
      payload: { visibility: site.visibility },
    });
  }
}
