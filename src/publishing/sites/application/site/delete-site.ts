import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Sites } from '../../domain/site/sites.js';
import { reachAnySite } from './reach-site.js';
import { DeleteSite } from './site.commands.js';

@CommandHandler(DeleteSite)
export class DeleteSiteHandler implements ICommandHandler<DeleteSite> {
  constructor(
    private readonly sites: Sites,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ caller, organizationId, siteId }: DeleteSite): Promise<void> {
    const site = await reachAnySite(this.sites, caller, organizationId, siteId, 'create');
    if (!site) return;
    await this.sites.remove(site);
    await this.trail.record({
      organizations: [organizationId],
      action: 'site.deleted',
      actorId: caller.userId,
      target: { type: 'site', id: siteId, label: site.title },
      payload: {},
    });
  }
}
