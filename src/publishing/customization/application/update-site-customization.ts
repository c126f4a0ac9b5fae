import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { authorizeSite } from '../../sites/application/site/authorize-site.js';
import { Sites } from '../../sites/domain/site/sites.js';
import { settingsFrom } from '../domain/customization.js';
import { Customizations } from '../domain/customizations.js';
import { customizationUpdated } from './customization-updated.js';
import { UpdateSiteCustomization } from './customization.commands.js';
import { requireKnown } from './require-known.js';

@CommandHandler(UpdateSiteCustomization)
export class UpdateSiteCustomizationHandler implements ICommandHandler<UpdateSiteCustomization> {
  constructor(
    private readonly sites: Sites,
    private readonly customizations: Customizations,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, organizationId, siteId, settings }: UpdateSiteCustomization): Promise<void> {
    const site = await authorizeSite(this.sites, caller, organizationId, siteId, 'create');
    const customized = { organizationId, siteId };
    const now = this.clock.now();
    const before = await this.customizations.of(customized);
    const next = settingsFrom(settings, before);
    await requireKnown(this.dispatcher, caller, organizationId, { settings: next, before: [before] });
    await this.customizations.put(customized, next, now);
    site.touch(now);
    await this.sites.save(site);
    await this.trail.record(customizationUpdated(caller, site));
  }
}
