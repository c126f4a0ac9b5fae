import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { assignKeys, parseMarkdown } from '#rich-document';
import type { Answerer, GivenAnswer, Passage, Question } from '../../domain/search/answerer.js';
import { FindPassages, type AskScope } from './ask.queries.js';
import type { AnswerSourceView, AnswerView } from './ask.view.js';

/** In which form an answer is wanted. */
export interface AnswerForm {
  format: 'document' | 'markdown';
  details: boolean;
}

/** Answers questions from what the caller may read. */
export class Asker {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly answerer: Answerer,
  ) {}

  /** Looks for passages, then answers ever more of the answer; nothing where no page says anything. */
  async ask(
    caller: Caller,
    scope: AskScope,
    question: Question,
    form: AnswerForm,
    signal: AbortSignal,
  ): Promise<AsyncIterable<AnswerView>> {
    const passages = await this.dispatcher.ask(new FindPassages(caller, scope, question.query));
    return this.#answers(question, passages, form, signal);
  }

  async *#answers(
    question: Question,
    passages: readonly Passage[],
    form: AnswerForm,
    signal: AbortSignal,
  ): AsyncGenerator<AnswerView> {
    if (passages.length === 0) return;
    const sources = sourcesOf(passages, form);
    for await (const given of this.answerer.answer(question, passages, signal)) yield viewOf(given, sources, form);
  }
}

function viewOf({ markdown, followupQuestions }: GivenAnswer, sources: AnswerSourceView[], { format }: AnswerForm) {
  const answer = format === 'markdown' ? { markdown } : { document: assignKeys(parseMarkdown(markdown)) };
  return { answer, followupQuestions, sources };
}

/** The pages of the passages, each once. */
function sourcesOf(passages: readonly Passage[], { details }: AnswerForm): AnswerSourceView[] {
  const pages = new Map(passages.map((passage) => [`${passage.spaceId}/${passage.pageId}`, passage]));
  return [...pages.values()].map(({ spaceId, revisionId, pageId, title, path }) => ({
    type: 'page',
    space: spaceId,
    revision: revisionId,
    page: pageId,
    ...(details ? { title, path } : {}),
  }));
}
