import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Conflict } from '#kernel/domain/errors';
import { authorizeSite } from '../../../sites/application/site/authorize-site.js';
import { requireShowingAll } from '../../../sites/application/site/space-to-publish.js';
import { Sites } from '../../../sites/domain/site/sites.js';
import { MAX_SHARE_LINKS, ShareLink } from '../../domain/share-link/share-link.js';
import { ShareLinks } from '../../domain/share-link/share-links.js';
import { CreateShareLink } from './share-link.commands.js';

@CommandHandler(CreateShareLink)
export class CreateShareLinkHandler implements ICommandHandler<CreateShareLink> {
  constructor(
    private readonly sites: Sites,
    private readonly dispatcher: Dispatcher,
    private readonly links: ShareLinks,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId, name }: CreateShareLink): Promise<string> {
    const site = await authorizeSite(this.sites, caller, organizationId, siteId, 'create');
    if (site.openToShareLinks) await requireShowingAll(this.dispatcher, caller, site);
    if ((await this.links.count(organizationId, siteId)) >= MAX_SHARE_LINKS)
      throw new Conflict(`A site takes at most ${MAX_SHARE_LINKS} share links`);
    const now = this.clock.now();
    const { link, key } = ShareLink.create(organizationId, siteId, name, caller.userId, now);
    site.touch(now);
    await this.links.add(link, key);
    await this.sites.save(site);
    await this.trail.record({
      organizations: [organizationId],
      action: 'share-link.created',
      actorId: caller.userId,
      target: { type: 'share-link', id: link.id, label: link.name },
      payload: { site: siteId },
    });
    return link.id;
  }
}
