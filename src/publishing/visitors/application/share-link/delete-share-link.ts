import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { authorizeAnySite } from '../../../sites/application/site/authorize-site.js';
import { Sites } from '../../../sites/domain/site/sites.js';
import { ShareLinks } from '../../domain/share-link/share-links.js';
import { DeleteShareLink } from './share-link.commands.js';

@CommandHandler(DeleteShareLink)
export class DeleteShareLinkHandler implements ICommandHandler<DeleteShareLink> {
  constructor(
    private readonly sites: Sites,
    private readonly links: ShareLinks,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId, shareLinkId }: DeleteShareLink): Promise<void> {
    const site = await authorizeAnySite(this.sites, caller, organizationId, siteId, 'create');
    const link = site && (await this.links.find(organizationId, siteId, shareLinkId));
    if (!link) return;
    site.touch(this.clock.now());
    await this.links.remove(link);
    await this.sites.save(site);
    await this.trail.record({
      organizations: [organizationId],
      action: 'share-link.deleted',
      actorId: caller.userId,
      target: { type: 'share-link', id: link.id, label: link.name },
      payload: { site: siteId },
    });
  }
}
