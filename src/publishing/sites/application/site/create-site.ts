import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { siteTitle } from '../../domain/site/site-fields.js';
import { Site } from '../../domain/site/site.js';
import { requireSiteRole } from '../../domain/site/site.policy.js';
import { Sites } from '../../domain/site/sites.js';
import { StructureDraft } from '../../domain/structure/structure-draft.js';
import { CreateSite } from './site.commands.js';
import { spacesToPublish } from './space-to-publish.js';

@CommandHandler(CreateSite)
export class CreateSiteHandler implements ICommandHandler<CreateSite> {
  constructor(
    private readonly sites: Sites,
    private readonly dispatcher: Dispatcher,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, site: wanted }: CreateSite): Promise<string> {
    requireSiteRole(caller, organizationId, undefined, 'create');
    const spaces = await spacesToPublish(this.dispatcher, caller, organizationId, [...new Set(wanted.spaces)]);
    const now = this.clock.now();
    const title = siteTitle(wanted.title, spaces);
    const basenames = await this.sites.holdBasenames(organizationId);
    const site = Site.create(organizationId, { ...wanted, title }, basenames, caller.userId, now);
    if (spaces.length > 0) {
      const draft = new StructureDraft(site.structure);
      for (const space of spaces) draft.addSiteSpace(space, undefined, now);
      site.restructure(draft.structure, now);
    }
    await this.sites.save(site);
    await this.trail.record({
      organizations: [organizationId],
      action: 'site.created',
      actorId: caller.userId,
      target: { type: 'site', id: site.id, label: site.title },
      payload: { visibility: site.visibility, spaces: spaces.map(({ id }) => id) },
    });
    return site.id;
  }
}
