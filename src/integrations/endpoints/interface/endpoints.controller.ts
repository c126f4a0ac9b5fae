import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Public } from '#kernel/interface/route-flags';
import { AnswerEndpoint, readEndpoint } from '../application/endpoint.queries.js';

/** Cookies of this server, which no script sees. */
const OWN_COOKIES = /^(?:__Host-)?quire_/;

/** Public addresses of integrations: their scripts answer. What they show in frames has addresses of its own. */
@ApiExcludeController()
@Controller()
export class EndpointsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  @Get(['integrations/:integrationName', 'integration-content/:integrationName'])
  @Public()
  whole(
    @Param('integrationName') name: string,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.#answer([name, ''], query, request, reply);
  }

  @Get(['integrations/:integrationName/*', 'integration-content/:integrationName/*'])
  @Public()
  below(
    @Param() { integrationName, '*': path }: Record<string, string>,
    @Query() query: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.#answer([integrationName ?? '', path ?? ''], query, request, reply);
  }

  async #answer(
    [name, path]: readonly [string, string],
    query: Record<string, unknown>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const answer = await this.dispatcher.ask(
      new AnswerEndpoint(readEndpoint(name, path), {
        method: 'get',
        url: `${request.protocol}://${request.host}${request.url}`,
        headers: headersOf(request),
        parameters: Object.fromEntries(
          Object.entries(query).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
        ),
      }),
    );
    for (const [header, value] of answer.headers) reply.raw.appendHeader(header, value);
    await reply.status(answer.status).send(answer.body);
  }
}

/** The headers of a request as scripts get them: without what lets the user into this server. */
function headersOf({ headers }: FastifyRequest): Record<string, string> {
  const passed = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  const all = Object.fromEntries(passed);
  const { cookie, ...rest } = all;
  if (cookie === undefined) return rest;
  const kept = cookie.split(/;\s*/).filter((each) => !OWN_COOKIES.test(each));
  return kept.length > 0 ? { ...rest, cookie: kept.join('; ') } : rest;
}
