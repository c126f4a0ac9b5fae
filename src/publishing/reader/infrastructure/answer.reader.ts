import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { DomainError } from '#kernel/domain/errors';
import { Settings } from '#kernel/infrastructure/settings';
import type { AnswerView } from '#content';
import { drawDocument } from '#page-html';
import { assignKeys, parseMarkdownOrText } from '#rich-document';
import type { FrameLink, SearchPage } from '#site-html';
import { AskSite } from '../../search/application/search.queries.js';
import { DrawAnswer } from '../application/answer.queries.js';
import { answerContext, answerLinks } from './answer-context.js';
import { PublishedVisits, type Visit } from './published-visits.js';
import { References } from './references.js';
import { SiteDrawer } from './site-drawer.js';
import { SiteSearches } from './site-search.reader.js';

const SHOWN = 20;
const LONGEST_QUESTION = 512;
/** Bytes of JSON that an answer may become, and characters shown as they are of one that would become more. */
const MOST_BYTES = 200_000;
const SHOWN_CHARACTERS = 16_000;
const MOST_SOURCES = 10;

/** Has questions answered by the language model of the server, for readers who ask for it. */
@QueryHandler(DrawAnswer)
export class DrawAnswerHandler implements IQueryHandler<DrawAnswer> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
    private readonly visits: PublishedVisits,
    private readonly searches: SiteSearches,
    private readonly drawer: SiteDrawer,
  ) {}

  async execute({ request, question, signal }: DrawAnswer): Promise<string | undefined> {
    const visit = await this.visits.begin(request.url, request.visitor);
    if (visit?.kind !== 'visit') return undefined;
    const query = question.slice(0, LONGEST_QUESTION).trim();
    const isAsked = query !== '' && this.settings.model !== undefined && visit.site.look.ai.mode !== 'none';
    const [{ pages }, answer] = await Promise.all([
      this.searches.find(visit, { query, after: undefined }, SHOWN),
      isAsked ? this.#answer(visit, query, signal) : undefined,
    ]);
    return this.drawer.other(visit.caller, visit.site, { kind: 'search', query, hits: pages, answer }, request.theme);
  }

  async #answer(visit: Visit, question: string, signal: AbortSignal): Promise<SearchPage['answer']> {
    try {
      const view = await this.#ask(visit, question, signal);
      const { markdown } = view?.answer ?? {};
      if (view === undefined || markdown === undefined) return 'nothing';
      const limits = { maxBytes: MOST_BYTES, shown: SHOWN_CHARACTERS };
      const body = drawDocument(assignKeys(parseMarkdownOrText(markdown, limits)), answerContext(visit.site));
      return { body, sources: await this.#sources(visit, view) };
    } catch (error) {
      // Where the reader has left, what the model says of that is of no interest.
      if (error instanceof DomainError || signal.aborted) return 'failed';
      throw error;
    }
  }

  /** All of the answer; undefined where no page says anything. */
  async #ask({ caller, site }: Visit, question: string, signal: AbortSignal): Promise<AnswerView | undefined> {
    const { organization, site: siteId, siteSpace } = site.place;
    const scope = { mode: 'default', currentSiteSpace: siteSpace } as const;
    const asked = { question, format: 'markdown', signal } as const;
    let last: AnswerView | undefined;
    for await (const view of await this.dispatcher.ask(new AskSite(caller, organization, siteId, scope, asked)))
      last = view;
    return last;
  }

  async #sources({ caller, site }: Visit, { sources }: AnswerView): Promise<FrameLink[]> {
    const cited = sources.slice(0, MOST_SOURCES);
    const refs = cited.map(({ space, page }) => ({ kind: 'page', space, page }) as const);
    const references = await References.read({ dispatcher: this.dispatcher, caller }, site, undefined, refs);
    return answerLinks(cited, references);
  }
}
