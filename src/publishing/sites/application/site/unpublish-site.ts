import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { Sites } from '../../domain/site/sites.js';
import { reachSite } from './reach-site.js';
import { UnpublishSite } from './site.commands.js';

@CommandHandler(UnpublishSite)
export class UnpublishSiteHandler implements ICommandHandler<UnpublishSite> {
  constructor(
    private readonly sites: Sites,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId }: UnpublishSite): Promise<void> {
    const site = await reachSite(this.sites, caller, organizationId, siteId, 'create');
    const { published } = site;
    site.unpublish(this.clock.now());
    if (site.published === published) return;
    await this.sites.save(site);
    await this.trail.record({
      organizations: [organizationId],
      action: 'site.unpublished',
      actorId: caller.userId,
      target: { type: 'site', id: siteId, label: site.title },
      payload: { visibility: site.visibility },
    });
  }
}
