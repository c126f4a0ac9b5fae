import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { SitesHost } from '../../domain/site/addresses.js';
import { Sites } from '../../domain/site/sites.js';
import { reachSite } from './reach-site.js';
import { saveSite } from './save-site.js';
import { UpdateSite } from './site.commands.js';
import { requireShowingAll } from './space-to-publish.js';

@CommandHandler(UpdateSite)
export class UpdateSiteHandler implements ICommandHandler<UpdateSite> {
  constructor(
    readonly sites: Sites,
    readonly dispatcher: Dispatcher,
    readonly host: SitesHost,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId, changes }: UpdateSite): Promise<void> {
    const site = await reachSite(this.sites, caller, organizationId, siteId, 'create');
    const { visibility } = site;
    if (site.showsToOthers(changes)) await requireShowingAll(this.dispatcher, caller, site);
    site.update(changes, this.clock.now());
    await saveSite(this, site);
    if (site.visibility === visibility) return;
    await this.trail.record({
      organizations: [organizationId],
      action: 'site.visibility-changed',
      actorId: caller.userId,
      target: { type: 'site', id: siteId, label: site.title },
      payload: { from: visibility, to: site.visibility },
    });
  }
}
