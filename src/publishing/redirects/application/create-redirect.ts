import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { Conflict } from '#kernel/domain/errors';
import { authorizeSite } from '../../sites/application/site/authorize-site.js';
import { Sites } from '../../sites/domain/site/sites.js';
import { MAX_REDIRECTS, Redirect } from '../domain/redirect.js';
import { PagePlaces, Redirects } from '../domain/redirects.js';
import { CreateRedirect } from './redirect.commands.js';
import { requireFreeSource } from './require-free-source.js';
import { settleDestination } from './settle-destination.js';

@CommandHandler(CreateRedirect)
export class CreateRedirectHandler implements ICommandHandler<CreateRedirect> {
  constructor(
    private readonly sites: Sites,
    private readonly redirects: Redirects,
    private readonly pages: PagePlaces,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId, redirect: wanted }: CreateRedirect): Promise<string> {
    const site = await authorizeSite(this.sites, caller, organizationId, siteId, 'create');
    const destination = await settleDestination(this.pages, site, wanted.destination);
    const now = this.clock.now();
    const redirect = Redirect.create(organizationId, siteId, { ...wanted, destination }, now);
    await requireFreeSource(this.redirects, redirect);
    if ((await this.redirects.count(organizationId, siteId)) >= MAX_REDIRECTS)
      throw new Conflict(`A site takes at most ${MAX_REDIRECTS} redirects`);
    site.touch(now);
    await this.redirects.save(redirect);
    await this.sites.save(site);
    await this.trail.record({
      organizations: [organizationId],
      action: 'site-redirect.created',
      actorId: caller.userId,
      target: { type: 'site-redirect', id: redirect.id, label: redirect.name },
      payload: { site: siteId, destination },
    });
    return redirect.id;
  }
}
