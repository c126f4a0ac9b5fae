import { applyDecorators, Controller, Delete, Get, Options, Patch, Post, Put, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Dispatcher } from '#kernel/application/dispatcher';
import { sentBytes } from '#kernel/interface/bodies/raw';
import { Public, TakesRaw, Untraced } from '#kernel/interface/route-flags';
import { AnswerEndpoint, readEndpoint, type EndpointRequest } from '../application/endpoint.queries.js';
import { EndpointCallers } from './endpoint-callers.js';

const MAX_BODY_BYTES = 5_000_000;
const PLACES = ['integrations/:integrationName', 'integration-content/:integrationName'];
const ADDRESSES = PLACES.flatMap((place) => [place, `${place}/*`]);

/** A method at every public address, with any body. */
const At = (method: (paths: string[]) => MethodDecorator): MethodDecorator =>
  applyDecorators(method(ADDRESSES), Public(), Untraced(), TakesRaw(MAX_BODY_BYTES));

/** Public addresses of integrations: their scripts answer. What they show in frames has addresses of its own. */
@ApiExcludeController()
@Controller()
export class EndpointsController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly callers: EndpointCallers,
  ) {}

  /** HEAD as well, as everywhere. */
  @At(Get)
  get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#answer('get', request, reply);
  }

  @At(Post)
  post(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#answer('post', request, reply);
  }

  @At(Put)
  put(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#answer('put', request, reply);
  }

  @At(Patch)
  patch(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#answer('patch', request, reply);
  }

  @At(Delete)
  delete(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#answer('delete', request, reply);
  }

  /** Scripts allow other origins themselves. */
  @At(Options)
  options(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.#answer('options', request, reply);
  }

  async #answer(method: EndpointRequest['method'], request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { integrationName: name = '', '*': path = '' } = request.params as Record<string, string>;
    const { caller, headers, calls } = await this.callers.of(request);
    const answer = await this.dispatcher.ask(
      new AnswerEndpoint(readEndpoint(name, path), {
        method,
        url: `${request.protocol}://${request.host}${pathOfScript(request.url)}`,
        headers,
        body: sentBytes(request),
        parameters: Object.fromEntries(
          Object.entries(request.query as Record<string, unknown>).flatMap(([key, value]) =>
            typeof value === 'string' ? [[key, value]] : [],
          ),
        ),
        caller,
        calls,
      }),
    );
    for (const [header, value] of answer.headers) void reply.header(header, value);
    await reply.status(answer.status).send(answer.body);
  }
}

/** Scripts look for what is asked of them below the path of their public endpoint, for content as well. */
function pathOfScript(url: string): string {
  return url.replace(/^\/integration-content\//, '/integrations/');
}
