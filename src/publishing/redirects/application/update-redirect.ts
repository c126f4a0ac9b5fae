import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { authorizeSite } from '../../sites/application/site/authorize-site.js';
import { Sites } from '../../sites/domain/site/sites.js';
import { PagePlaces, Redirects } from '../domain/redirects.js';
import { UpdateRedirect } from './redirect.commands.js';
import { requireFreeSource } from './require-free-source.js';
import { settleDestination } from './settle-destination.js';

@CommandHandler(UpdateRedirect)
export class UpdateRedirectHandler implements ICommandHandler<UpdateRedirect> {
  constructor(
    private readonly sites: Sites,
    private readonly redirects: Redirects,
    private readonly pages: PagePlaces,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId, redirectId, changes }: UpdateRedirect): Promise<void> {
    const site = await authorizeSite(this.sites, caller, organizationId, siteId, 'create');
    const redirect = await this.redirects.find(organizationId, siteId, redirectId);
    if (!redirect) throw new NotFound('Redirect not found');
    const wanted = changes.destination;
    const destination = wanted && (await settleDestination(this.pages, site, wanted));
    const now = this.clock.now();
    redirect.update({ ...changes, destination }, now);
    await requireFreeSource(this.redirects, redirect);
    site.touch(now);
    await this.redirects.save(redirect);
    await this.sites.save(site);
    await this.trail.record({
      organizations: [organizationId],
      action: 'site-redirect.updated',
      actorId: caller.userId,
      target: { type: 'site-redirect', id: redirectId, label: redirect.name },
      payload: { site: siteId, ...changes, ...(destination ? { destination } : {}) },
    });
  }
}
