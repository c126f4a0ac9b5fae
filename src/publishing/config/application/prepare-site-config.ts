import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { newId } from '#kernel/domain/id';
import { EnsureSpaces } from '#content';
import { authorizeSite } from '../../sites/application/site/authorize-site.js';
import { Sites } from '../../sites/domain/site/sites.js';
import { draftStructure } from '../domain/plan-structure.js';
import { configSpacesOf } from '../domain/read-config.js';
import { SiteConfigs } from '../domain/site-configs.js';
import { readForSite, type ConfiguredSite } from './config-reading.js';
import { configView } from './config-view.js';
import { PrepareSiteConfig } from './site-config.commands.js';
import type { SiteConfigView } from './site-config.view.js';

@CommandHandler(PrepareSiteConfig)
export class PrepareSiteConfigHandler implements ICommandHandler<PrepareSiteConfig> {
  constructor(
    private readonly sites: Sites,
    readonly dispatcher: Dispatcher,
    readonly configs: SiteConfigs,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId, text }: PrepareSiteConfig): Promise<SiteConfigView> {
    const state = await authorizeSite(this.sites, caller, organizationId, siteId, 'create');
    const site = await readForSite(this, caller, { ...about(state), structure: state.structure }, text);
    const { structure, keys, config } = site;
    const spaces = await this.#settle(caller, organizationId, site);
    return configView(site, draftStructure({ structure, keys, spaces }, config), spaces);
  }

  /** The spaces of all keys, of which new ones are created and noted. */
  async #settle(caller: Caller, organizationId: string, site: ConfiguredSite): Promise<ReadonlyMap<string, string>> {
    const { id, keys, config, assigned, structure } = site;
    const missing = configSpacesOf(config).filter(({ key }) => !assigned.has(key));
    if (missing.length === 0) return assigned;
    const wanted = missing.map(({ title, language }) => ({ title, language }));
    const created = await this.dispatcher.run(new EnsureSpaces(caller, organizationId, wanted));
    const spaces = new Map([...assigned, ...missing.map(({ key }, at) => [key, created[at] ?? ''] as const)]);
    const now = this.clock.now();
    const noted = configSpacesOf(config).flatMap(({ type, key }) => {
      const space = spaces.get(key);
      const known = keys.find(type, key)?.id ?? structure.siteSpaces.find((entry) => entry.space === space)?.id;
      return space === undefined ? [] : [{ key, type, id: known ?? newId(now.getTime()), space }];
    });
    await this.configs.put(organizationId, id, keys.with(noted), now);
    return spaces;
  }
}

function about({ id, organizationId, title }: { id: string; organizationId: string; title: string }) {
  return { id, organizationId, title };
}
