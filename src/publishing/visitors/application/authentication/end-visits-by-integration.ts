import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { EndVisitsByIntegration } from '../../../contract/commands.js';
import { Sites } from '../../../sites/domain/site/sites.js';
import { VisitorAuths } from '../../domain/authentication/visitor-auths.js';

@CommandHandler(EndVisitsByIntegration)
export class EndVisitsByIntegrationHandler implements ICommandHandler<EndVisitsByIntegration> {
  constructor(
    private readonly sites: Sites,
    private readonly auths: VisitorAuths,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, siteId, integration }: EndVisitsByIntegration): Promise<void> {
    const auth = await this.auths.find(organizationId, siteId);
    if (!auth?.isSignedBy(integration)) return;
    const site = await this.sites.held(organizationId, siteId);
    if (!site) return;
    site.endVisits(this.clock.now());
    await this.sites.save(site);
  }
}
