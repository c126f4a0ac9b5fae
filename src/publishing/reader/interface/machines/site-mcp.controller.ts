import {
  applyDecorators,
  BadRequestException,
  Controller,
  Delete,
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
import { limitsOf } from '#kernel/interface/bodies/body-limits';
import { faultOfJson } from '#kernel/interface/bodies/json-scan';
import { sentBytes } from '#kernel/interface/bodies/raw';
import { exchangeOf, requireOwnOrigin, sendAnswer } from '#kernel/interface/http/exchange';
import { siteAddress } from '#kernel/interface/http/site-addresses';
import { ForReaders, Public, TakesRaw, Untraced } from '#kernel/interface/route-flags';
import { AnswerSiteMcp } from '../../application/machines/site-mcp.queries.js';
import { PageViews } from '../../application/page-views.js';
import { browserOf, readerRequest } from '../reader-request.js';

const MOST_BYTES = 100_000;
const LIMITS = limitsOf(undefined, MOST_BYTES);
/** Of a site, and of one that is opened by the key of a share link. */
const ADDRESSES = ['s/:siteId/~/mcp', 's/:siteId/:shareKey/~/mcp'];
const ENDING = '~/mcp';
const METHODS = 'DELETE, GET, OPTIONS, POST';
const BEARER = /^Bearer +([\w.~+/=-]{1,16384})$/i;

const At = (method: (paths: string[]) => MethodDecorator): MethodDecorator =>
  applyDecorators(method(ADDRESSES), Public(), ForReaders(), Untraced(), TakesRaw(MOST_BYTES));

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
    requireSoundJson(sentBytes(request));
    const asked = readerRequest(request, { origin, path: path.replace(/\/$/, '').slice(0, -ENDING.length) });
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    const visitor = token === undefined ? asked.visitor : { ...asked.visitor, jwtToken: token };
    const exchange = exchangeOf(request, origin + path);
    const answer = await this.dispatcher.ask(new AnswerSiteMcp({ ...asked, visitor }, exchange));
    if (answer === undefined) throw new NotFoundException('No site is published at this address');
    if (answer === 'signIn') throw new UnauthorizedException('The site is for visitors with a signed token');
    if (request.method === 'POST') this.views.note(answer.place, browserOf(request), { type: 'mcp_request' });
    return sendAnswer(reply, answer);
  }
}

/** What JSON of the API may not have, such as NUL, is not for the tools either. */
function requireSoundJson(bytes: Buffer | undefined): void {
  const fault = bytes && faultOfJson(bytes, LIMITS);
  if (fault !== undefined) throw new BadRequestException(fault);
}
