import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createMcpHandler, fromJsonSchema, McpServer, type CallToolResult } from '@modelcontextprotocol/server';
import { DomainError } from '#kernel/domain/errors';
import { AnswerSiteMcp, type McpAnswer } from '../../application/machines/site-mcp.queries.js';
import { PublishedVisits, type Visit } from '../published-visits.js';
import { readPlace } from '../visit-log.js';
import { SiteTools } from './site-tools.js';

const VERSION = '1.0.0';
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** Headers of an answer that are ours to send. */
const OURS = new Set(['content-length', 'transfer-encoding', 'connection']);

const SEARCH = fromJsonSchema<{ query: string }>({
  type: 'object',
  properties: { query: { type: 'string', minLength: 1, maxLength: 512, description: 'Words to look for' } },
  required: ['query'],
  additionalProperties: false,
});
const READ_PAGE = fromJsonSchema<{ page: string; from?: number }>({
  type: 'object',
  properties: {
    page: { type: 'string', maxLength: 2048, description: 'The URL of a page, or its path below the site' },
    from: { type: 'integer', minimum: 0, description: 'The character to go on from, of a page that was cut' },
  },
  required: ['page'],
  additionalProperties: false,
});
const LIST_PAGES = fromJsonSchema<{ space?: string; from?: number }>({
  type: 'object',
  properties: {
    space: { type: 'string', maxLength: 256, description: 'The id of a part of the site; all of them if left out' },
    from: { type: 'integer', minimum: 0, description: 'The page of the list to go on from' },
  },
  additionalProperties: false,
});

/** The tools of a site by the Model Context Protocol: each request is answered by itself, nothing is kept in between. */
@QueryHandler(AnswerSiteMcp)
export class AnswerSiteMcpHandler implements IQueryHandler<AnswerSiteMcp> {
  constructor(
    private readonly visits: PublishedVisits,
    private readonly tools: SiteTools,
  ) {}

  async execute({ request, exchange }: AnswerSiteMcp): Promise<McpAnswer | 'signIn' | undefined> {
    const visit = await this.visits.begin(request.url, { ...request.visitor, type: 'agent' });
    if (!visit) return undefined;
    if (visit.kind === 'redirect') return 'signIn';
    // Nothing is ever announced, so there is nothing to wait for.
    const handler = createMcpHandler(() => this.#serverFor(visit), { maxSubscriptions: 0 });
    const { method, url, headers, body } = exchange;
    const asked = new Request(url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    });
    const answer = await handler.fetch(asked);
    const sent = [...answer.headers].filter(([name]) => !OURS.has(name));
    return { status: answer.status, headers: sent, body: await answer.text(), place: readPlace(visit.site, undefined) };
  }

  #serverFor(visit: Visit): McpServer {
    const { title } = visit.site;
    const server = new McpServer({ name: title, version: VERSION });
    server.registerTool(
      'search',
      { title: `Search ${title}`, description: `Finds pages of ${title}`, inputSchema: SEARCH, annotations: READS },
      ({ query }) => answered(this.tools.search(visit, query)),
    );
    server.registerTool(
      'read_page',
      {
        title: 'Read a page',
        description: `A page of ${title} as Markdown`,
        inputSchema: READ_PAGE,
        annotations: READS,
      },
      ({ page, from = 0 }) => answered(this.tools.readPage(visit, page, from)),
    );
    server.registerTool(
      'list_pages',
      { title: 'List pages', description: `The pages of ${title}`, inputSchema: LIST_PAGES, annotations: READS },
      ({ space, from = 0 }) => answered(this.tools.listPages(visit, space, from)),
    );
    return server;
  }
}

/** What is refused is said to the model, which may ask for something else. */
async function answered(text: Promise<string>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: await text }] };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { isError: true, content: [{ type: 'text', text: error.message }] };
  }
}
