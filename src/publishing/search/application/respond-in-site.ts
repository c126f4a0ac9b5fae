import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Invalid } from '#kernel/domain/errors';
import { AskShownSpaces, type AnswerView } from '#content';
import type { RichDocument } from '#rich-document';
import { ReadAssistantInstructions } from '../../customization/application/customization.queries.js';
import { SiteReading } from '../../sites/domain/site/site-reading.js';
import { respond, type AssistantEvent, type Draft } from '../domain/assistant-events.js';
import { askedBefore, continued, Conversations } from '../domain/conversations.js';
import { RespondInSite } from './search.queries.js';
import { shownSpaces } from './shown-spaces.js';

@QueryHandler(RespondInSite)
export class RespondInSiteHandler implements IQueryHandler<RespondInSite> {
  constructor(
    readonly reading: SiteReading,
    readonly dispatcher: Dispatcher,
    private readonly conversations: Conversations,
    private readonly clock: Clock,
  ) {}

  async execute(query: RespondInSite): Promise<AsyncIterable<AssistantEvent>> {
    const shown = await shownSpaces(this, query);
    const { message, previousResponse, signal } = query.said;
    const before = previousResponse === undefined ? [] : this.#asked(query.siteId, previousResponse);
    const instructions = await this.dispatcher.ask(new ReadAssistantInstructions(query.organizationId, query.siteId));
    const asking = new AskShownSpaces(shown, message, 'document', signal, before, instructions);
    const answers = await this.dispatcher.ask(asking);
    const conversation = continued(before, message, this.clock.now());
    return respond(draftsOf(answers), this.conversations.idOf(query.siteId, conversation));
  }

  #asked(siteId: string, responseId: string): string[] {
    const asked = askedBefore(this.conversations.byId(siteId, responseId), this.clock.now());
    if (!asked) throw new Invalid('previousResponseId names no response of this site that can still be continued');
    return asked;
  }
}

async function* draftsOf(answers: AsyncIterable<AnswerView>): AsyncGenerator<Draft> {
  for await (const { answer, followupQuestions } of answers) {
    const { nodes = [] } = (answer.document ?? {}) as Partial<RichDocument>;
    yield { blocks: nodes, followups: followupQuestions };
  }
}
