import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail, changedIn, type AuditEntry } from '#kernel/application/audit-trail';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { SitesHost } from '../../domain/site/addresses.js';
import type { Site } from '../../domain/site/site.js';
import { Sites } from '../../domain/site/sites.js';
import { authorizeSite } from './authorize-site.js';
import { saveSite } from './save-site.js';
import { UpdateSite, type SiteFieldChanges } from './site.commands.js';
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
    const site = await authorizeSite(this.sites, caller, organizationId, siteId, 'create');
    const { visibility } = site;
    if (site.showsToOthers(changes)) await requireShowingAll(this.dispatcher, caller, site);
    site.update(changes, this.clock.now());
    await saveSite(this, site);
    await this.trail.record(...this.#entries(caller, site, changes, visibility));
  }

  #entries(caller: Caller, site: Site, changes: SiteFieldChanges, before: Site['visibility']): AuditEntry[] {
    const about = {
      organizations: [site.organizationId],
      actorId: caller.userId,
      target: { type: 'site', id: site.id, label: site.title },
    };
    const changed = changedIn(changes).filter((name) => name !== 'visibility');
    const seen = { ...about, action: 'site.visibility-changed', payload: { from: before, to: site.visibility } };
    return [
      ...(changed.length > 0 ? [{ ...about, action: 'site.updated', payload: { changed } }] : []),
      ...(site.visibility === before ? [] : [seen]),
    ];
  }
}
