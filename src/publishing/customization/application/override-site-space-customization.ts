import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { NotFound } from '#kernel/domain/errors';
import { authorizeSite } from '../../sites/application/site/authorize-site.js';
import { Sites } from '../../sites/domain/site/sites.js';
import { changed, changesFrom } from '../domain/customization.js';
import { Customizations } from '../domain/customizations.js';
import { customizationUpdated } from './customization-updated.js';
import { OverrideSiteSpaceCustomization } from './customization.commands.js';
import { requireKnown } from './require-known.js';

@CommandHandler(OverrideSiteSpaceCustomization)
export class OverrideSiteSpaceCustomizationHandler implements ICommandHandler<OverrideSiteSpaceCustomization> {
  constructor(
    private readonly sites: Sites,
    private readonly customizations: Customizations,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute(command: OverrideSiteSpaceCustomization): Promise<void> {
    const { caller, organizationId, siteId, siteSpaceId } = command;
    const site = await authorizeSite(this.sites, caller, organizationId, siteId, 'create');
    if (!site.structure.siteSpaces.some(({ id }) => id === siteSpaceId)) throw new NotFound('Site space not found');
    const customized = { organizationId, siteId, siteSpaceId };
    const now = this.clock.now();
    const before = await this.customizations.of(customized);
    const ofSite = await this.customizations.of({ organizationId, siteId });
    const own = changed(before, changesFrom(command.changes));
    await requireKnown(this.dispatcher, caller, organizationId, { settings: own, before: [before, ofSite] });
    if (Object.keys(own).length === 0) await this.customizations.remove(customized);
    else await this.customizations.put(customized, own, now);
    site.touch(now);
    await this.sites.save(site);
    await this.trail.record(customizationUpdated(caller, site, siteSpaceId));
  }
}
