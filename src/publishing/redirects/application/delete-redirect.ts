import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { authorizeAnySite } from '../../sites/application/site/authorize-site.js';
import { Sites } from '../../sites/domain/site/sites.js';
import { Redirects } from '../domain/redirects.js';
import { DeleteRedirect } from './redirect.commands.js';

@CommandHandler(DeleteRedirect)
export class DeleteRedirectHandler implements ICommandHandler<DeleteRedirect> {
  constructor(
    private readonly sites: Sites,
    private readonly redirects: Redirects,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId, redirectId }: DeleteRedirect): Promise<void> {
    const site = await authorizeAnySite(this.sites, caller, organizationId, siteId, 'create');
    const redirect = site && (await this.redirects.find(organizationId, siteId, redirectId));
    if (!redirect) return;
    site.touch(this.clock.now());
    await this.redirects.remove(redirect);
    await this.sites.save(site);
    await this.trail.record({
      organizations: [organizationId],
      action: 'site-redirect.deleted',
      actorId: caller.userId,
      target: { type: 'site-redirect', id: redirectId, label: redirect.name },
      payload: { site: siteId },
    });
  }
}
