import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Forbidden } from '#kernel/domain/errors';
import { RolesOnSpaces, SpacesByIds } from '#content';
import { ApplySiteConfig, PrepareSiteConfig } from '../../config/application/site-config.commands.js';
import type { SiteConfigView } from '../../config/application/site-config.view.js';
import { SiteConfigs } from '../../config/domain/site-configs.js';
import type { DescribedSite } from '../../config/domain/described-site.js';
import { authorizeSite } from '../../sites/application/site/authorize-site.js';
import type { Site } from '../../sites/domain/site/site.js';
import { Sites } from '../../sites/domain/site/sites.js';
import { SiteSyncs } from '../domain/site-syncs.js';
import { planSync } from '../domain/sync-plan.js';
import { MergeSiteStructure, type MergedStructure, type SyncedSpace } from './site-sync.commands.js';

@CommandHandler(MergeSiteStructure)
export class MergeSiteStructureHandler implements ICommandHandler<MergeSiteStructure> {
  constructor(
    private readonly sites: Sites,
    private readonly syncs: SiteSyncs,
    private readonly configs: SiteConfigs,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, turn, texts, step }: MergeSiteStructure): Promise<MergedStructure> {
    const { organizationId, siteId } = turn;
    const site = await authorizeSite(this.sites, caller, organizationId, siteId, 'create');
    const before = await this.syncs.hold(turn);
    const described = await this.#described(caller, site);
    const { text, keys, applied, written, clashes, remarks, config } = planSync(described, texts);
    if (keys !== described.keys) await this.configs.put(organizationId, siteId, keys, this.clock.now());
    const shown = new Set(site.structure.siteSpaces.filter(({ away }) => !away).map(({ space }) => space));
    const Doing = step === 'apply' && applied.length > 0 ? ApplySiteConfig : PrepareSiteConfig;
    const view = await this.dispatcher.run(new Doing(caller, organizationId, siteId, text));
    const spaces = syncedSpaces(view, turn.folder, shown);
    // Those that leave are noted until both sides are alike: then their syncs are ended.
    await this.syncs.noteSpaces(turn, [...new Set([...before, ...spaces.map(({ space }) => space)])]);
    return { text, applied, written, clashes, remarks, title: config.title, spaces };
  }

  /** Throws Forbidden where a space of the site is hidden from the one who set up the sync. */
  async #described(caller: Caller, site: Site): Promise<DescribedSite> {
    const { organizationId, structure, title } = site;
    const ids = structure.siteSpaces.filter(({ away }) => !away).map(({ space }) => space);
    const known = await this.dispatcher.ask(new RolesOnSpaces(caller, organizationId, ids, true));
    if (!ids.every((id) => known.has(id)))
      throw new Forbidden('Who set up the sync needs the role create or more on every space of the site');
    const keys = await this.configs.keys(organizationId, site.id);
    return { title, structure, keys, spaces: await this.dispatcher.ask(new SpacesByIds(caller, organizationId, ids)) };
  }
}

/** The spaces with a folder; that of each is below the one of the file, or below the top of the repository. */
function syncedSpaces(
  { spaces }: SiteConfigView,
  project: string | undefined,
  shown: ReadonlySet<string>,
): SyncedSpace[] {
  return spaces.flatMap(({ title, space, directory }) => {
    if (space === undefined || directory === null) return [];
    const from = directory.startsWith('/') ? '' : (project ?? '');
    const folder = `${from}/${directory}`
      .split('/')
      .filter((segment) => segment !== '')
      .join('/');
    return [{ title, space, folder: folder === '' ? undefined : folder, shown: shown.has(space) }];
  });
}
