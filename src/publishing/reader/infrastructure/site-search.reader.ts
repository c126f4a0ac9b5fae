import { Injectable } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Invalid } from '#kernel/domain/errors';
import type { PageHitView, SpaceHitView } from '#content';
import { SearchSite } from '../../search/application/search.queries.js';
import { DrawSearchPage, SearchServedSite, type ReaderSearch } from '../application/search-page.queries.js';
import { markWords, type FoundPage } from '../domain/found-pages.js';
import type { ServedSite } from './served-site.js';
import { PublishedVisits, type Visit } from './published-visits.js';
import { SiteDrawer } from './site-drawer.js';

const SHOWN = 20;
const IN_DIALOG = 10;
const LONGEST_QUERY = 512;

interface Found {
  pages: FoundPage[];
  next?: string | undefined;
}

/** Searches a site as its visitor. */
@Injectable()
export class SiteSearches {
  constructor(private readonly dispatcher: Dispatcher) {}

  async find({ caller, site }: Visit, { query, after }: ReaderSearch, limit: number): Promise<Found> {
    const { organization, site: siteId, siteSpace } = site.place;
    const scope = { mode: 'default', currentSiteSpace: siteSpace } as const;
    const wanted = query.slice(0, LONGEST_QUERY).trim();
    if (wanted === '') return { pages: [] };
    const page = { limit, ...(after === undefined ? {} : { after }) };
    const answer = await this.dispatcher.ask(new SearchSite(caller, organization, siteId, scope, wanted, page));
    const { items, next } = JSON.parse(answer.text) as { items: SpaceHitView[]; next?: { page: string } };
    const hits = items.flatMap((space) => space.pages.map((hit) => ({ space, hit })));
    const pages = hits.sort((a, b) => a.hit.rank - b.hit.rank).flatMap((found) => pageOf(site, found, wanted));
    return { pages, next: next?.page };
  }
}

@QueryHandler(SearchServedSite)
export class SearchServedSiteHandler implements IQueryHandler<SearchServedSite> {
  constructor(
    private readonly visits: PublishedVisits,
    private readonly searches: SiteSearches,
  ) {}

  async execute({ request, search }: SearchServedSite): Promise<readonly FoundPage[] | undefined> {
    const visit = await this.visits.begin(request.url, request.visitor);
    if (visit?.kind !== 'visit') return undefined;
    return (await this.searches.find(visit, search, IN_DIALOG)).pages;
  }
}

@QueryHandler(DrawSearchPage)
export class DrawSearchPageHandler implements IQueryHandler<DrawSearchPage> {
  constructor(
    private readonly visits: PublishedVisits,
    private readonly searches: SiteSearches,
    private readonly drawer: SiteDrawer,
  ) {}

  async execute({ request, search }: DrawSearchPage): Promise<string | undefined> {
    const visit = await this.visits.begin(request.url, request.visitor);
    if (visit?.kind !== 'visit') return undefined;
    const { pages, next } = await this.#found(visit, search);
    const { query } = search;
    const more = new URLSearchParams({ q: query, page: next ?? '' });
    const href = `${visit.site.place.siteBasePath}~/search?${more.toString()}`;
    const content = { kind: 'search', query, hits: pages, ...(next === undefined ? {} : { next: href }) } as const;
    return this.drawer.other(visit.caller, visit.site, content, request.theme);
  }

  /** An address that was cut or made up finds nothing. */
  async #found(visit: Visit, search: ReaderSearch): Promise<Found> {
    try {
      return await this.searches.find(visit, search, SHOWN);
    } catch (error) {
      if (error instanceof Invalid) return { pages: [] };
      throw error;
    }
  }
}

function pageOf(
  site: ServedSite,
  { space, hit }: { space: SpaceHitView; hit: PageHitView },
  query: string,
): FoundPage[] {
  const placed = site.showing(space.id);
  if (!placed) return [];
  const [section] = hit.sections;
  const href = site.baseOf(placed.siteSpace) + hrefIn(section?.path ?? hit.path);
  const named = site.spaces.length > 1 ? [placed.section?.title ?? placed.siteSpace.title] : [];
  const heading = section && section.title !== hit.title ? [section.title] : [];
  return [
    {
      title: hit.title,
      href,
      path: [...named, ...hit.ancestors.map(({ title }) => title), ...heading],
      text: markWords(section?.body ?? hit.description, query),
    },
  ];
}

/** The address of a path with the anchor of a heading. */
function hrefIn(path: string): string {
  const [page = '', anchor] = path.split('#', 2);
  const address = page.split('/').map(encodeURIComponent).join('/');
  return anchor === undefined ? address : `${address}#${encodeURIComponent(anchor)}`;
}
