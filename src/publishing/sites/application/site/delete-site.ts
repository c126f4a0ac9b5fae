import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { SitesHost } from '../../domain/site/addresses.js';
import { Sites } from '../../domain/site/sites.js';
import { authorizeAnySite } from './authorize-site.js';
import { removeSite } from './save-site.js';
import { DeleteSite } from './site.commands.js';

@CommandHandler(DeleteSite)
export class DeleteSiteHandler implements ICommandHandler<DeleteSite> {
  constructor(
    readonly sites: Sites,
    readonly dispatcher: Dispatcher,
    readonly host: SitesHost,
    private readonly trail: AuditTrail,
  ) {}

  async execute({ caller, organizationId, siteId }: DeleteSite): Promise<void> {
    const site = await authorizeAnySite(this.sites, caller, organizationId, siteId, 'create');
    if (!site) return;
    site.delete();
    await removeSite(this, site);
    await this.trail.record({
      organizations: [organizationId],
      action: 'site.deleted',
      actorId: caller.userId,
      target: { type: 'site', id: siteId, label: site.title },
      payload: {},
    });
  }
}
