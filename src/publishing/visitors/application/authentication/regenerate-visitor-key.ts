import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { authorizeSite } from '../../../sites/application/site/authorize-site.js';
import { Sites } from '../../../sites/domain/site/sites.js';
import { VisitorAuth } from '../../domain/authentication/visitor-auth.js';
import { VisitorAuths } from '../../domain/authentication/visitor-auths.js';
import { RegenerateVisitorKey } from './visitor-auth.commands.js';

@CommandHandler(RegenerateVisitorKey)
export class RegenerateVisitorKeyHandler implements ICommandHandler<RegenerateVisitorKey> {
  constructor(
    private readonly sites: Sites,
    private readonly auths: VisitorAuths,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId }: RegenerateVisitorKey): Promise<void> {
    const site = await authorizeSite(this.sites, caller, organizationId, siteId, 'admin');
    const now = this.clock.now();
    const auth = (await this.auths.find(organizationId, siteId)) ?? VisitorAuth.begin(organizationId, siteId, now);
    auth.regenerate(now);
    site.endVisits(now);
    await this.auths.save(auth);
    await this.sites.save(site);
    await this.trail.record({
      organizations: [organizationId],
      action: 'site.visitor-key-regenerated',
      actorId: caller.userId,
      target: { type: 'site', id: siteId, label: site.title },
    });
  }
}
