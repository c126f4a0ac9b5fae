import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Forbidden } from '#kernel/domain/errors';
import { SuggestQuestions, type ShownSpaces } from '#content';
import { AllowsAI } from '#organization';
import { SiteReading } from '../../sites/domain/site/site-reading.js';
import { SuggestSiteQuestions } from './search.queries.js';
import { shownSpaces } from './shown-spaces.js';

@QueryHandler(SuggestSiteQuestions)
export class SuggestSiteQuestionsHandler implements IQueryHandler<SuggestSiteQuestions> {
  constructor(
    readonly reading: SiteReading,
    readonly dispatcher: Dispatcher,
  ) {}

  async execute(query: SuggestSiteQuestions): Promise<AsyncIterable<string>> {
    const shown = await shownSpaces(this, query);
    if (!(await this.dispatcher.ask(new AllowsAI(query.organizationId))))
      throw new Forbidden('The organization has switched AI off');
    return this.#suggested(shown);
  }

  async *#suggested(shown: ShownSpaces): AsyncGenerator<string> {
    yield* await this.dispatcher.ask(new SuggestQuestions(shown));
  }
}
