import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { conditionHolds } from '#adaptive';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { Settings } from '#kernel/infrastructure/settings';
import { SpacesByIds } from '#content';
import { GetPublishedSite } from '../../application/visit/published-site.queries.js';
import type { PublishedSiteView, SiteCustomizationsView } from '../../application/visit/published-site.view.js';
import { publishedCustomization, type StoredSettings } from '../../domain/customization/customization.js';
import type { CustomizationSettings } from '../../domain/customization/settings.js';
import type { SiteState } from '../../domain/site/site.js';
import { inputsOf, NO_CLAIMS, SiteReading, structureFor } from '../site/site-reading.js';
import { toSiteView } from '../site/site-views.js';
import { StructureViews } from '../structure/structure-views.js';

/** Three statements, however many sections and spaces there are. */
@QueryHandler(GetPublishedSite)
export class GetPublishedSiteHandler implements IQueryHandler<GetPublishedSite> {
  constructor(
    private readonly reading: SiteReading,
    private readonly dispatcher: Dispatcher,
    private readonly sql: SqlQuery,
    private readonly settings: Settings,
  ) {}

  async execute({ caller, organizationId, siteId, shareKey }: GetPublishedSite): Promise<PublishedSiteView> {
    const { site: all, role } = await this.reading.forReader(caller, organizationId, siteId);
    if (!all.published) throw new NotFound('Site not found');
    const claims = caller.visitor?.claims ?? NO_CLAIMS;
    const site = { ...all, structure: structureFor(all, claims) };
    const ids = site.structure.siteSpaces.map(({ space }) => space);
    const [spaces, customizations] = await Promise.all([
      this.dispatcher.ask(new SpacesByIds(caller, organizationId, ids)),
      this.#customizations(site, (condition) => conditionHolds(condition, inputsOf(site, claims))),
    ]);
    const views = new StructureViews(site, spaces, this.settings, shareKey);
    return {
      object: 'published-content-site',
      site: toSiteView(site, role, this.settings),
      structure: views.structure(),
      customizations,
      // Scripts come with integrations.
      scripts: [],
    };
  }

  async #customizations(site: SiteState, holds: (condition: string) => boolean): Promise<SiteCustomizationsView> {
    const rows = await this.sql.rows<{ siteSpace: string; settings: StoredSettings }>(
      'customization.of-site',
      `select site_space_id as "siteSpace", settings from publishing.customization
       where organization_id = $1 and site_id = $2`,
      [site.organizationId, site.id],
    );
    const stored = new Map(rows.map(({ siteSpace, settings }) => [siteSpace, settings]));
    const own = stored.get('');
    const look = (override?: StoredSettings): CustomizationSettings =>
      withLinksThat(holds, publishedCustomization(site.title, own, override));
    const overrides = site.structure.siteSpaces.flatMap(({ id }) => {
      const override = stored.get(id);
      return override ? [[id, look(override)] as const] : [];
    });
    return { site: look(), siteSpaces: Object.fromEntries(overrides) };
  }
}

/** Links of the header stand under conditions as well. */
function withLinksThat(holds: (condition: string) => boolean, settings: CustomizationSettings): CustomizationSettings {
  const links = settings.header.links.filter(({ condition }) => condition === undefined || holds(condition));
  return { ...settings, header: { ...settings.header, links } };
}
