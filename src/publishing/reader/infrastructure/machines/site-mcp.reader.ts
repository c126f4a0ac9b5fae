import { Logger } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DomainError } from '#kernel/domain/errors';
import { answerMcp, takes, ToolServer } from '#mcp';
import { AnswerSiteMcp, type McpAnswer } from '../../application/machines/site-mcp.queries.js';
import { PublishedVisits, type Visit } from '../published-visits.js';
import { readPlace } from '../visit-log.js';
import { SiteTools } from './site-tools.js';

const VERSION = '1.0.0';
const FAILED = 'Something went wrong on the server';

const SEARCH = takes<{ query: string }>(
  { query: { type: 'string', minLength: 1, maxLength: 512, description: 'Words to look for' } },
  'query',
);
const READ_PAGE = takes<{ page: string; from?: number }>(
  {
    page: { type: 'string', maxLength: 2048, description: 'The URL of a page, or its path below the site' },
    from: { type: 'integer', minimum: 0, description: 'The character to go on from, of a page that was cut' },
  },
  'page',
);
const LIST_PAGES = takes<{ space?: string; from?: number }>({
  space: { type: 'string', maxLength: 256, description: 'The id of a part of the site; all of them if left out' },
  from: { type: 'integer', minimum: 0, description: 'The page of the list to go on from' },
});

/** The tools of a site by the Model Context Protocol: each request is answered by itself, nothing is kept in between. */
@QueryHandler(AnswerSiteMcp)
export class AnswerSiteMcpHandler implements IQueryHandler<AnswerSiteMcp> {
  readonly #logger = new Logger('SiteMcp');

  constructor(
    private readonly visits: PublishedVisits,
    private readonly tools: SiteTools,
  ) {}

  async execute({ request, exchange }: AnswerSiteMcp): Promise<McpAnswer | 'signIn' | undefined> {
    const visit = await this.visits.begin(request.url, { ...request.visitor, type: 'agent' });
    if (!visit) return undefined;
    if (visit.kind === 'redirect') return 'signIn';
    const answer = await answerMcp(exchange, () => this.#serverFor(visit));
    return { ...answer, place: readPlace(visit.site, undefined) };
  }

  #serverFor(visit: Visit): ToolServer {
    const { title } = visit.site;
    const server = new ToolServer({ name: title, version: VERSION }, (error) => this.#refusalOf(error));
    server.add(
      { name: 'search', title: `Search ${title}`, description: `Finds pages of ${title}`, takes: SEARCH },
      ({ query }) => this.tools.search(visit, query),
    );
    server.add(
      { name: 'read_page', title: 'Read a page', description: `A page of ${title} as Markdown`, takes: READ_PAGE },
      ({ page, from = 0 }) => this.tools.readPage(visit, page, from),
    );
    server.add(
      { name: 'list_pages', title: 'List pages', description: `The pages of ${title}`, takes: LIST_PAGES },
      ({ space, from = 0 }) => this.tools.listPages(visit, space, from),
    );
    return server;
  }

  #refusalOf(error: unknown): string {
    if (error instanceof DomainError) return error.message;
    this.#logger.error(error instanceof Error ? error.stack : String(error));
    return FAILED;
  }
}
