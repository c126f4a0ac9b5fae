import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Invalid } from '#kernel/domain/errors';
import { SecretBox } from '#kernel/infrastructure/secret-box';
import { AskShownSpaces, type AnswerView } from '#content';
import type { RichDocument } from '#rich-document';
import { RespondInSite } from '../application/search.queries.js';
import { respond, type AssistantEvent, type Draft } from '../domain/assistant-events.js';
import { SpacesOfReader } from './site-search.readers.js';

/** What a response must know to be continued. It is sealed into its id, so that nothing is kept of what visitors ask. */
interface Conversation {
  /** The latest last. */
  asked: string[];
  /** Milliseconds since 1970. */
  at: number;
}

const MOST_ASKED = 10;
/** A conversation is continued within a day. */
const CONTINUED_MS = 86_400_000;

@QueryHandler(RespondInSite)
export class RespondInSiteHandler implements IQueryHandler<RespondInSite> {
  constructor(
    private readonly spaces: SpacesOfReader,
    private readonly dispatcher: Dispatcher,
    private readonly secretBox: SecretBox,
    private readonly clock: Clock,
  ) {}

  async execute({
    caller,
    organizationId,
    siteId,
    scope,
    said,
  }: RespondInSite): Promise<AsyncIterable<AssistantEvent>> {
    const shown = await this.spaces.of(caller, organizationId, siteId, scope);
    const { message, previousResponse, signal } = said;
    const before = previousResponse === undefined ? [] : this.#asked(siteId, previousResponse);
    const answers = await this.dispatcher.ask(new AskShownSpaces(shown, message, 'document', signal, before));
    const asked = [...before, message].slice(-MOST_ASKED);
    const conversation: Conversation = { asked, at: this.clock.now().getTime() };
    return respond(draftsOf(answers), this.secretBox.seal(JSON.stringify(conversation), placeOf(siteId)));
  }

  #asked(siteId: string, responseId: string): string[] {
    try {
      const { asked, at } = JSON.parse(this.secretBox.open(responseId, placeOf(siteId))) as Conversation;
      if (this.clock.now().getTime() - at <= CONTINUED_MS) return asked;
    } catch {
      // falls through to the refusal below
    }
    throw new Invalid('previousResponseId names no response of this site that can still be continued');
  }
}

async function* draftsOf(answers: AsyncIterable<AnswerView>): AsyncGenerator<Draft> {
  for await (const { answer, followupQuestions } of answers) {
    const { nodes = [] } = (answer.document ?? {}) as Partial<RichDocument>;
    yield { blocks: nodes, followups: followupQuestions };
  }
}

function placeOf(siteId: string): string {
  return `publishing.response:${siteId}`;
}
