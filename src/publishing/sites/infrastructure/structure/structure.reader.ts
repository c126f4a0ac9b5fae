import { Injectable } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page, PageRequest } from '#kernel/application/page';
import { NotFound } from '#kernel/domain/errors';
import { normalizeRequest, readCursor, toPage } from '#kernel/infrastructure/database/paginate';
import { Settings } from '#kernel/infrastructure/settings';
import { SpacesByIds } from '#content';
import {
  GetSiteStructure,
  GetStructureItem,
  ListSiteSectionGroups,
  ListSiteSections,
  ListSiteSpaces,
  type StructureQuery,
} from '../../application/structure/structure.queries.js';
import type {
  SiteExternalLinkView,
  SiteSectionGroupView,
  SiteSectionView,
  SiteSpaceView,
  SiteStructureView,
} from '../../application/structure/structure.view.js';
import { SiteReading } from '../../domain/site/site-reading.js';
import { defaultSiteSpaceOf, NOUNS } from '../../domain/structure/structure.js';
import { StructureViews } from './structure-views.js';

/** The structure of a site for a caller: two statements, whatever its size. */
@Injectable()
export class StructureReading {
  constructor(
    private readonly reading: SiteReading,
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
  ) {}

  async read({ caller, organizationId, siteId, shareKey }: StructureQuery<unknown>) {
    const { site, role } = await this.reading.forReader(caller, organizationId, siteId);
    const ids = site.structure.siteSpaces.map(({ space }) => space);
    const spaces = await this.dispatcher.ask(new SpacesByIds(caller, organizationId, ids));
    return { site, role, spaces, views: new StructureViews(site, spaces, this.settings, shareKey) };
  }
}

@QueryHandler(GetSiteStructure)
export class GetSiteStructureHandler implements IQueryHandler<GetSiteStructure> {
  constructor(private readonly structures: StructureReading) {}

  async execute(query: GetSiteStructure): Promise<SiteStructureView> {
    return (await this.structures.read(query)).views.structure();
  }
}

@QueryHandler(ListSiteSections)
export class ListSiteSectionsHandler implements IQueryHandler<ListSiteSections> {
  constructor(private readonly structures: StructureReading) {}

  async execute(query: ListSiteSections): Promise<Page<SiteSectionView>> {
    return pageOf((await this.structures.read(query)).views.sections(), query.page);
  }
}

@QueryHandler(ListSiteSectionGroups)
export class ListSiteSectionGroupsHandler implements IQueryHandler<ListSiteSectionGroups> {
  constructor(private readonly structures: StructureReading) {}

  async execute(query: ListSiteSectionGroups): Promise<Page<SiteSectionGroupView>> {
    return pageOf((await this.structures.read(query)).views.groups(), query.page);
  }
}

@QueryHandler(ListSiteSpaces)
export class ListSiteSpacesHandler implements IQueryHandler<ListSiteSpaces> {
  constructor(private readonly structures: StructureReading) {}

  async execute(query: ListSiteSpaces): Promise<Page<SiteSpaceView>> {
    const { site, views } = await this.structures.read(query);
    const { defaultSection } = site.structure;
    const byDefault = defaultSiteSpaceOf(site.structure, defaultSection);
    const wanted = ({ id }: SiteSpaceView): boolean =>
      query.byDefault === undefined || (id === byDefault) === query.byDefault;
    return pageOf(views.allSiteSpaces().filter(wanted), query.page);
  }
}

@QueryHandler(GetStructureItem)
export class GetStructureItemHandler implements IQueryHandler<GetStructureItem> {
  constructor(private readonly structures: StructureReading) {}

  async execute(
    query: GetStructureItem,
  ): Promise<SiteSectionView | SiteSectionGroupView | SiteSpaceView | SiteExternalLinkView> {
    const { views } = await this.structures.read(query);
    const { type, id } = query.item;
    const all = {
      'site-space': views.allSiteSpaces(),
      'site-section': views.sections(),
      'site-section-group': views.groups(),
      'site-external-link': views.links(),
    };
    const found = all[type].find((view) => view.id === id);
    if (!found) throw new NotFound(`${NOUNS[type]} not found`);
    return found;
  }
}

/**
 * A page of a list that is in memory. The token names the last item of the page before, which may have been removed
 * since.
 */
function pageOf<Item extends { id: string }>(items: Item[], page: PageRequest): Page<Item> {
  const request = normalizeRequest(page);
  const [after] = readCursor(request, 1) ?? [null];
  const start = items.findIndex(({ id }) => id === after) + 1;
  return toPage(
    items.slice(start, start + request.limit + 1),
    request,
    (item) => [item.id],
    (item) => item,
  );
}
