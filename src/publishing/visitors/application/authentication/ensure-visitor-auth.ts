import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { authorizeSite } from '../../../sites/application/site/authorize-site.js';
import { Sites } from '../../../sites/domain/site/sites.js';
import { VisitorAuth } from '../../domain/authentication/visitor-auth.js';
import { VisitorAuths } from '../../domain/authentication/visitor-auths.js';
import { EnsureVisitorAuth } from './visitor-auth.commands.js';

@CommandHandler(EnsureVisitorAuth)
export class EnsureVisitorAuthHandler implements ICommandHandler<EnsureVisitorAuth> {
  constructor(
    private readonly sites: Sites,
    private readonly auths: VisitorAuths,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId }: EnsureVisitorAuth): Promise<void> {
    await authorizeSite(this.sites, caller, organizationId, siteId, 'admin');
    if (await this.auths.find(organizationId, siteId)) return;
    await this.auths.save(VisitorAuth.begin(organizationId, siteId, this.clock.now()));
  }
}
