import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { JsonText } from '#kernel/application/json-text';
import { normalizeRequest, toTextPage } from '#kernel/infrastructure/database/paginate';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { CacheBudget } from '#kernel/infrastructure/memory/cache-budget';
import { Settings } from '#kernel/infrastructure/settings';
import { SearchShownSpaces, SuggestQuestions } from '../../contract/shown-spaces.js';
import { Answerer, type ListedPage } from '../domain/answerer.js';
import { SearchIndex } from '../domain/search-index.js';
import { WeightedCache } from '../../revisions/infrastructure/page/weighted-cache.js';
import { spacesText } from './hit-text.js';
import { cursorOf, positionOf } from './search.reader.js';
import { searchedSpaces, searchedSpacesSql, type SpacesOfLanguage } from './searched-spaces.js';
import { ConditionalPages } from '../../revisions/infrastructure/page/conditional-pages.js';
import { SeenSections } from './seen-sections.js';
import { LIVE_PAGES } from '../../revisions/infrastructure/reading.js';

/** Searches the spaces shown to a visitor. */
@QueryHandler(SearchShownSpaces)
export class SearchShownSpacesHandler implements IQueryHandler<SearchShownSpaces> {
  constructor(
    private readonly sql: SqlQuery,
    private readonly index: SearchIndex,
    private readonly pages: ConditionalPages,
    private readonly sections: SeenSections,
    private readonly settings: Settings,
  ) {}

  async execute({ shown, query, page }: SearchShownSpaces): Promise<JsonText> {
    const { organizationId, spaceIds, claims } = shown;
    const request = normalizeRequest(page);
    const after = positionOf(request);
    const [searched, without] = await Promise.all([
      this.sql.rows<SpacesOfLanguage>('search.shown', searchedSpacesSql('$2::text[]'), [organizationId, spaceIds]),
      this.pages.hiddenFrom(shown),
    ]);
    const spaces = searchedSpaces(organizationId, searched);
    const found = await this.index.searchSpaces({ spaces, query, limit: request.limit, after, without });
    const hits = await this.sections.of(organizationId, claims, query, found.hits);
    const items = spacesText(hits, this.settings.publicUrl);
    return toTextPage({ items, count: hits.length, more: found.more, last: cursorOf(found.last) }, request);
  }
}

/** Pages from which questions are made: the first ones at the top of each space. */
const MOST_PAGES = 40;
/** What a set of questions takes besides its characters. */
const BESIDES_BYTES = 500;

interface ListedRow extends ListedPage {
  spaceId: string;
  pageId: string;
}

/** Generates questions once for the current pages of spaces, and caches them until the pages change. */
@QueryHandler(SuggestQuestions)
export class SuggestQuestionsHandler implements IQueryHandler<SuggestQuestions> {
  readonly #kept: WeightedCache<readonly string[]>;

  constructor(
    private readonly sql: SqlQuery,
    private readonly answerer: Answerer,
    private readonly pages: ConditionalPages,
    caches: CacheBudget,
  ) {
    this.#kept = new WeightedCache(caches, 'suggested questions');
  }

  async execute({ shown }: SuggestQuestions): Promise<readonly string[]> {
    const { organizationId, spaceIds } = shown;
    if (spaceIds.length === 0) return [];
    const [hidden, rows] = await Promise.all([this.pages.hiddenFrom(shown), this.#listed(organizationId, spaceIds)]);
    const seen = rows.filter(({ spaceId, pageId }) => !hidden.includes(`${spaceId}/${pageId}`)).slice(0, MOST_PAGES);
    if (seen.length === 0) return [];
    const pages = seen.map(({ title, description }) => ({ title, description }));
    const key = `${organizationId}/${JSON.stringify(pages)}`;
    return this.#kept.getOrCompute(
      key,
      () => this.answerer.suggest(pages),
      (questions) => key.length + questions.join().length + BESIDES_BYTES,
    );
  }

  #listed(organizationId: string, spaceIds: readonly string[]): Promise<ListedRow[]> {
    return this.sql.rows<ListedRow & {}>(
      'visitor.listed-pages',
      `select p.space_id as "spaceId", p.page_id as "pageId", p.title, coalesce(s.description, '') as description
       from ${LIVE_PAGES} p
       join content.search_passage s on s.organization_id = $1 and s.space_id = p.space_id and s.page_id = p.page_id
         and s.ordinal = 0
       where p.organization_id = $1 and p.space_id = any($2) and p.type = 'document'
       order by array_position($2::text[], p.space_id), p.path limit 200`,
      [organizationId, spaceIds],
    );
  }
}
