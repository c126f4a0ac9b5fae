import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { authorizeSite } from '../../../sites/application/site/authorize-site.js';
import { requireShowingAll } from '../../../sites/application/site/space-to-publish.js';
import { Sites } from '../../../sites/domain/site/sites.js';
import { ShareLinks } from '../../domain/share-link/share-links.js';
import { UpdateShareLink } from './share-link.commands.js';

@CommandHandler(UpdateShareLink)
export class UpdateShareLinkHandler implements ICommandHandler<UpdateShareLink> {
  constructor(
    private readonly sites: Sites,
    private readonly dispatcher: Dispatcher,
    private readonly links: ShareLinks,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId, shareLinkId, changes }: UpdateShareLink): Promise<void> {
    const site = await authorizeSite(this.sites, caller, organizationId, siteId, 'create');
    const link = await this.links.find(organizationId, siteId, shareLinkId);
    if (!link) throw new NotFound('Share link not found');
    if (link.begins(changes) && site.openToShareLinks) await requireShowingAll(this.dispatcher, caller, site);
    const now = this.clock.now();
    link.update(changes, now);
    site.touch(now);
    await this.links.save(link);
    await this.sites.save(site);
    await this.trail.record({
      organizations: [organizationId],
      action: 'share-link.updated',
      actorId: caller.userId,
      target: { type: 'share-link', id: link.id, label: link.name },
      payload: { site: siteId, ...changes },
    });
  }
}
