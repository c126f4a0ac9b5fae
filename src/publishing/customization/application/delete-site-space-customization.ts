import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Clock } from '#kernel/domain/clock';
import { authorizeAnySite } from '../../sites/application/site/authorize-site.js';
import { Sites } from '../../sites/domain/site/sites.js';
import { Customizations } from '../domain/customizations.js';
import { customizationUpdated } from './customization-updated.js';
import { DeleteSiteSpaceCustomization } from './customization.commands.js';

@CommandHandler(DeleteSiteSpaceCustomization)
export class DeleteSiteSpaceCustomizationHandler implements ICommandHandler<DeleteSiteSpaceCustomization> {
  constructor(
    private readonly sites: Sites,
    private readonly customizations: Customizations,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId, siteSpaceId }: DeleteSiteSpaceCustomization): Promise<void> {
    const site = await authorizeAnySite(this.sites, caller, organizationId, siteId, 'create');
    const customized = { organizationId, siteId, siteSpaceId };
    if (!site || !(await this.customizations.of(customized))) return;
    await this.customizations.remove(customized);
    site.touch(this.clock.now());
    await this.sites.save(site);
    await this.trail.record(customizationUpdated(caller, site, siteSpaceId));
  }
}
