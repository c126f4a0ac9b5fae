import type { Dispatcher } from '#kernel/application/dispatcher';
import { AllowsAI } from '#organization';
import { assignKeys, parseMarkdownOrText, type RichDocument } from '#rich-document';
import type { Answerer, GivenAnswer, Passage, Question } from '../domain/answerer.js';
import { requireAI } from '../../spaces/domain/space/require-ai.js';
import type { AnswerSourceView, AnswerView } from '../../contract/answer.view.js';
import { FindPassages, type AskScope } from './ask.queries.js';

/** Bytes of JSON that an answer may become, and characters shown as they are of one that would become more. */
const MAX_BYTES = 200_000;
const SHOWN = 16_000;

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
    scope: AskScope,
    question: Question,
    form: AnswerForm,
    signal: AbortSignal,
  ): Promise<AsyncIterable<AnswerView>> {
    const passages = await this.dispatcher.ask(new FindPassages(scope, question.query));
    requireAI(await this.dispatcher.ask(new AllowsAI(organizationOf(scope))));
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

function organizationOf(scope: AskScope): string {
  return 'shown' in scope ? scope.shown.organizationId : scope.organizationId;
}

function viewOf({ markdown, followupQuestions }: GivenAnswer, sources: AnswerSourceView[], { format }: AnswerForm) {
  const answer = format === 'markdown' ? { markdown } : { document: documentOf(markdown) };
  return { answer, followupQuestions, sources };
}

function documentOf(markdown: string): RichDocument {
  return assignKeys(parseMarkdownOrText(markdown, { maxBytes: MAX_BYTES, shown: SHOWN }));
}

/** The pages of the passages, each once. */
function sourcesOf(passages: readonly Passage[], { details }: AnswerForm): AnswerSourceView[] {
  const pages = new Map<string, AnswerSourceView>();
  for (const { spaceId, revisionId, pageId, anchor, title, path } of passages) {
    const section = anchor === null ? pageId : `${pageId}#${anchor}`;
    const known = pages.get(`${spaceId}/${pageId}`);
    if (known) {
      known.sections.push(section);
      continue;
    }
    const source = { space: spaceId, revision: revisionId, page: pageId, sections: [section] };
    pages.set(`${spaceId}/${pageId}`, { type: 'page', ...source, ...(details ? { title, path } : {}) });
  }
  return [...pages.values()];
}
