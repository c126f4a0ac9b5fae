import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { authorizeSite } from '../../../sites/application/site/authorize-site.js';
import { requireShowingAll } from '../../../sites/application/site/space-to-publish.js';
import { Sites } from '../../../sites/domain/site/sites.js';
import { adaptiveSchemaFrom } from '../../domain/adaptive/adaptive-schema.js';
import { AdaptiveSchemas } from '../../domain/adaptive/adaptive-schemas.js';
import { UpdateSiteAdaptiveSchema } from './adaptive-schema.commands.js';

@CommandHandler(UpdateSiteAdaptiveSchema)
export class UpdateSiteAdaptiveSchemaHandler implements ICommandHandler<UpdateSiteAdaptiveSchema> {
  constructor(
    private readonly sites: Sites,
    private readonly dispatcher: Dispatcher,
    private readonly schemas: AdaptiveSchemas,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId, jsonSchema }: UpdateSiteAdaptiveSchema): Promise<void> {
    const site = await authorizeSite(this.sites, caller, organizationId, siteId, 'create');
    // A script has the scope to declare claims, and needs no role on spaces: an administrator gave it both site and scope.
    if (site.heedsClaims && !caller.script) await requireShowingAll(this.dispatcher, caller, site);
    const now = this.clock.now();
    await this.schemas.put(organizationId, siteId, adaptiveSchemaFrom(jsonSchema), now);
    site.touch(now);
    await this.sites.save(site);
    await this.trail.record({
      organizations: [organizationId],
      action: 'site.adaptive-schema-updated',
      actorId: caller.userId,
      target: { type: 'site', id: siteId, label: site.title },
    });
  }
}
