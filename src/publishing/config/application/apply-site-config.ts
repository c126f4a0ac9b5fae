import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { Clock } from '#kernel/domain/clock';
import { newId } from '#kernel/domain/id';
import { EnsureSpaces } from '#content';
import { authorizeSite } from '../../sites/application/site/authorize-site.js';
import { saveSite } from '../../sites/application/site/save-site.js';
import { UpdateSite } from '../../sites/application/site/site.commands.js';
import { requireShowing, spacesToPublish } from '../../sites/application/site/space-to-publish.js';
import { structureChanged } from '../../sites/application/structure/structure-changed.js';
import { SitesHost } from '../../sites/domain/site/addresses.js';
import type { Site } from '../../sites/domain/site/site.js';
import { Sites } from '../../sites/domain/site/sites.js';
import { spacesShownToOthers } from '../../sites/domain/structure/structure.js';
import { planStructure, type PlannedStructure } from '../domain/plan-structure.js';
import { configSpacesOf } from '../domain/read-config.js';
import { SiteConfigs } from '../domain/site-configs.js';
import { readForSite, type ConfiguredSite } from './config-reading.js';
import { configView } from './config-view.js';
import { ApplySiteConfig } from './site-config.commands.js';
import type { SiteConfigView } from './site-config.view.js';

@CommandHandler(ApplySiteConfig)
export class ApplySiteConfigHandler implements ICommandHandler<ApplySiteConfig> {
  constructor(
    readonly sites: Sites,
    readonly dispatcher: Dispatcher,
    readonly host: SitesHost,
    readonly configs: SiteConfigs,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId, text }: ApplySiteConfig): Promise<SiteConfigView> {
    const site = await authorizeSite(this.sites, caller, organizationId, siteId, 'create');
    const { title, structure } = site;
    const configured = await readForSite(this, caller, { id: siteId, organizationId, title, structure }, text);
    const spaces = await this.#settle(caller, organizationId, configured);
    const now = this.clock.now();
    const { keys, config } = configured;
    const planned = planStructure({ structure, keys, spaces, newId: () => newId(now.getTime()) }, config);
    await this.#restructure(caller, site, planned);
    if (canonicalJson(planned.keys.toList()) !== canonicalJson(keys.toList()))
      await this.configs.put(organizationId, siteId, planned.keys, now);
    if (title !== config.title)
      await this.dispatcher.run(new UpdateSite(caller, organizationId, siteId, { title: config.title }));
    return configView(configured, planned, spaces);
  }

  /** The spaces of all keys: new ones are created, and the others are named as the file names them. */
  async #settle(caller: Caller, organizationId: string, { config, assigned }: ConfiguredSite) {
    const nodes = configSpacesOf(config);
    const wanted = nodes.map(({ key, title, language }) => ({ id: assigned.get(key), title, language }));
    const ids = await this.dispatcher.run(new EnsureSpaces(caller, organizationId, wanted));
    return new Map(nodes.map(({ key }, at) => [key, ids[at] ?? '']));
  }

  async #restructure(caller: Caller, site: Site, { structure }: PlannedStructure): Promise<void> {
    const before = site.structure;
    if (canonicalJson(structure) === canonicalJson(before)) return;
    const { organizationId } = site;
    const known = new Set(before.siteSpaces.map(({ space }) => space));
    const added = structure.siteSpaces.flatMap(({ space }) => (known.has(space) ? [] : [space]));
    await spacesToPublish(this.dispatcher, caller, organizationId, added);
    if (site.published) await requireShowing(this.dispatcher, caller, site, spacesShownToOthers(before, structure));
    site.restructure(structure, this.clock.now());
    await saveSite(this, site);
    await this.trail.record(structureChanged(caller, site));
  }
}
