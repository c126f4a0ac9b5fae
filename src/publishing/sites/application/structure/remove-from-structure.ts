import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { SitesHost } from '../../domain/site/addresses.js';
import { Sites } from '../../domain/site/sites.js';
import { StructureDraft } from '../../domain/structure/structure-draft.js';
import { authorizeAnySite } from '../site/authorize-site.js';
import { saveSite } from '../site/save-site.js';
import { structureChanged } from './structure-changed.js';
import { RemoveFromStructure } from './structure.commands.js';

@CommandHandler(RemoveFromStructure)
export class RemoveFromStructureHandler implements ICommandHandler<RemoveFromStructure> {
  constructor(
    readonly sites: Sites,
    readonly dispatcher: Dispatcher,
    readonly host: SitesHost,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId, item }: RemoveFromStructure): Promise<void> {
    const site = await authorizeAnySite(this.sites, caller, organizationId, siteId, 'create');
    if (!site) return;
    const draft = new StructureDraft(site.structure);
    if (!draft.remove(item)) return;
    site.restructure(draft.structure, this.clock.now());
    await saveSite(this, site);
    await this.trail.record(structureChanged(caller, site));
  }
}
