import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JsonText } from '#kernel/application/json-text';
import { SearchShownSpaces } from '#content';
import { SiteReading } from '../../sites/domain/site/site-reading.js';
import { SearchSite } from './search.queries.js';
import { shownSpaces } from './shown-spaces.js';

@QueryHandler(SearchSite)
export class SearchSiteHandler implements IQueryHandler<SearchSite> {
  constructor(
    readonly reading: SiteReading,
    readonly dispatcher: Dispatcher,
  ) {}

  async execute(search: SearchSite): Promise<JsonText> {
    const shown = await shownSpaces(this, search);
    return this.dispatcher.ask(new SearchShownSpaces(shown, search.query, search.page));
  }
}
