import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { authorizeSite } from '../../../sites/application/site/authorize-site.js';
import { Sites } from '../../../sites/domain/site/sites.js';
import { VisitorAuth } from '../../domain/authentication/visitor-auth.js';
import { VisitorAuths } from '../../domain/authentication/visitor-auths.js';
import { UpdateVisitorAuth } from './visitor-auth.commands.js';

@CommandHandler(UpdateVisitorAuth)
export class UpdateVisitorAuthHandler implements ICommandHandler<UpdateVisitorAuth> {
  constructor(
    private readonly sites: Sites,
    private readonly auths: VisitorAuths,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId, changes }: UpdateVisitorAuth): Promise<void> {
    const site = await authorizeSite(this.sites, caller, organizationId, siteId, 'admin');
    const now = this.clock.now();
    const auth = (await this.auths.find(organizationId, siteId)) ?? VisitorAuth.begin(organizationId, siteId, now);
    if (auth.update(changes, now)) site.endVisits(now);
    else site.touch(now);
    await this.auths.save(auth);
    await this.sites.save(site);
    const { backend, integration, fallbackUrl, logoutUrl } = auth.snapshot();
    await this.trail.record({
      organizations: [organizationId],
      action: 'site.visitor-auth-updated',
      actorId: caller.userId,
      target: { type: 'site', id: siteId, label: site.title },
      payload: { backend, integration, fallbackURL: fallbackUrl, logoutURL: logoutUrl },
    });
  }
}
