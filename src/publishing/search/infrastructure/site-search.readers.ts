import { Injectable } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JsonText } from '#kernel/application/json-text';
import { Forbidden } from '#kernel/domain/errors';
import {
  AskShownSpaces,
  RolesOnSpaces,
  SearchShownSpaces,
  SuggestQuestions,
  type AnswerView,
  type ShownSpaces,
} from '#content';
import { AllowsAI } from '#organization';
import { inputsOf } from '../../sites/domain/structure/shown-structure.js';
import { SiteReading } from '../../sites/infrastructure/site/site-reading.js';
import { AskSite, SearchSite, SuggestSiteQuestions } from '../application/search.queries.js';
import { spacesInScope, type SearchScope } from '../domain/search-scope.js';

/** Says which spaces of a site somebody is shown: of those in a scope, what the site and they themselves let them see. */
@Injectable()
export class SpacesOfReader {
  constructor(
    private readonly reading: SiteReading,
    private readonly dispatcher: Dispatcher,
  ) {}

  async of(caller: Caller, organizationId: string, siteId: string, scope: SearchScope): Promise<ShownSpaces> {
    const { site } = await this.reading.forReader(caller, organizationId, siteId);
    const wanted = spacesInScope(site.structure, scope);
    const { visitor } = caller;
    if (visitor) {
      const spaceIds = wanted.filter((space) => visitor.spaces.includes(space));
      return { organizationId, spaceIds, claims: inputsOf(site, visitor.claims).visitor.claims };
    }
    const roles = await this.dispatcher.ask(new RolesOnSpaces(caller, organizationId, wanted));
    return { organizationId, spaceIds: wanted.filter((space) => roles.has(space)) };
  }
}

@QueryHandler(SearchSite)
export class SearchSiteHandler implements IQueryHandler<SearchSite> {
  constructor(
    private readonly spaces: SpacesOfReader,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, organizationId, siteId, scope, query, page }: SearchSite): Promise<JsonText> {
    const shown = await this.spaces.of(caller, organizationId, siteId, scope);
    return this.dispatcher.ask(new SearchShownSpaces(shown, query, page));
  }
}

@QueryHandler(AskSite)
export class AskSiteHandler implements IQueryHandler<AskSite> {
  constructor(
    private readonly spaces: SpacesOfReader,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, organizationId, siteId, scope, asked }: AskSite): Promise<AsyncIterable<AnswerView>> {
    const shown = await this.spaces.of(caller, organizationId, siteId, scope);
    return this.dispatcher.ask(new AskShownSpaces(shown, asked.question, asked.format, asked.signal));
  }
}

@QueryHandler(SuggestSiteQuestions)
export class SuggestSiteQuestionsHandler implements IQueryHandler<SuggestSiteQuestions> {
  constructor(
    private readonly spaces: SpacesOfReader,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ caller, organizationId, siteId, scope }: SuggestSiteQuestions): Promise<AsyncIterable<string>> {
    const shown = await this.spaces.of(caller, organizationId, siteId, scope);
    if (!(await this.dispatcher.ask(new AllowsAI(organizationId))))
      throw new Forbidden('The organization has switched AI off');
    return this.#suggested(shown);
  }

  async *#suggested(shown: ShownSpaces): AsyncGenerator<string> {
    yield* await this.dispatcher.ask(new SuggestQuestions(shown));
  }
}
