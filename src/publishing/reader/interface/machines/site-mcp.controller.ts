import {
  applyDecorators,
  Controller,
  Delete,
  ForbiddenException,
  Get,
  NotFoundException,
  Options,
  Post,
  Req,
  Res,
  UnauthorizedException,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import { Dispatcher } from '#kernel/application/dispatcher';
import { headersAsSent, sentBytes } from '#kernel/interface/bodies/raw';
import { siteAddress } from '#kernel/interface/http/site-addresses';
import { Public, TakesRaw, Untraced } from '#kernel/interface/route-flags';
import { AnswerSiteMcp } from '../../application/machines/site-mcp.queries.js';
import { PageViews } from '../../application/page-views.js';
import { browserOf, readerRequest } from '../reader-request.js';

const MOST_BYTES = 100_000;
/** Of a site, and of one that is opened by the key of a share link. */
const ADDRESSES = ['s/:siteId/~/mcp', 's/:siteId/:shareKey/~/mcp'];
const ENDING = '~/mcp';
const METHODS = 'DELETE, GET, OPTIONS, POST';
const BEARER = /^Bearer +([\w.~+/=-]{1,16384})$/i;
/** Headers that say who sends, which is settled before. */
const CREDENTIALS = new Set(['authorization', 'cookie', 'host', 'content-length', 'transfer-encoding', 'connection']);

const At = (method: (paths: string[]) => MethodDecorator): MethodDecorator =>
  applyDecorators(method(ADDRESSES), Public(), Untraced(), TakesRaw(MOST_BYTES));

/** The tools of a site for assistants, by the Model Context Protocol. */
@ApiExcludeController()
@Controller()
export class SiteMcpController {
  readonly #publicUrl: string;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly views: PageViews,
    address: ApiAddress,
  ) {
    this.#publicUrl = address.url;
  }

  @At(Post)
  post(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.#answer(request, reply);
  }

  /** Refused by the protocol's own answer, as nothing is kept between requests. */
  @At(Get)
  get(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.#answer(request, reply);
  }

  @At(Delete)
  end(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.#answer(request, reply);
  }

  @At(Options)
  methods(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.status(204).header('allow', METHODS);
    return '';
  }

  async #answer(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const { origin, path } = siteAddress(request, this.#publicUrl);
    requireOwnOrigin(request, origin);
    const asked = readerRequest(request, { origin, path: path.replace(/\/$/, '').slice(0, -ENDING.length) });
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const visitor = token === undefined ? asked.visitor : { ...asked.visitor, jwtToken: token };
    const headers = headersAsSent(request).filter(([name]) => !CREDENTIALS.has(name));
    const exchange = { method: request.method, url: origin + path, headers, body: sentBytes(request) };
    const answer = await this.dispatcher.ask(new AnswerSiteMcp({ ...asked, visitor }, exchange));
    if (answer === undefined) throw new NotFoundException('No site is published at this address');
    if (answer === 'signIn') throw new UnauthorizedException('The site is for visitors with a signed token');
    if (request.method === 'POST') this.views.note(answer.place, browserOf(request), { type: 'mcp_request' });
    void reply.status(answer.status).headers(Object.fromEntries(answer.headers)).header('cache-control', 'no-store');
    return answer.body;
  }
}

/** Pages of other origins may not use what a browser may read here: the protocol demands that it is checked. */
function requireOwnOrigin({ headers }: FastifyRequest, own: string): void {
  const { origin } = headers;
  if (origin === undefined) return;
  const host = URL.canParse(origin) ? new URL(origin).host : '';
  if (host === '' || ![new URL(own).host, headers.host].includes(host))
    throw new ForbiddenException('A request of a page must come from a page of this site');
}
