import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { AskShownSpaces, type AnswerView } from '#content';
import { ReadAssistantInstructions } from '../../customization/application/customization.queries.js';
import { SiteReading } from '../../sites/domain/site/site-reading.js';
import { AskSite } from './search.queries.js';
import { shownSpaces } from './shown-spaces.js';

@QueryHandler(AskSite)
export class AskSiteHandler implements IQueryHandler<AskSite> {
  constructor(
    readonly reading: SiteReading,
    readonly dispatcher: Dispatcher,
  ) {}

  async execute(question: AskSite): Promise<AsyncIterable<AnswerView>> {
    const shown = await shownSpaces(this, question);
    const { asked, organizationId, siteId } = question;
    const instructions = await this.dispatcher.ask(new ReadAssistantInstructions(organizationId, siteId));
    return this.dispatcher.ask(new AskShownSpaces(shown, asked.question, asked.format, asked.signal, [], instructions));
  }
}
