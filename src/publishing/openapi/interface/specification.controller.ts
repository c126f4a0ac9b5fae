import { Controller, Get, Headers, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { CalledRequest } from '#kernel/interface/request';
import { ForSessions } from '#kernel/interface/route-flags';
import { ReadOpenAPISpecification, type VersionPlace } from '../application/openapi-spec.queries.js';

/** Specifications themselves, as JSON: those that are public for everybody, also from pages of other servers. */
@ApiExcludeController()
@Controller('openapi/:organizationId/:specSlug')
export class SpecificationController {
  constructor(private readonly dispatcher: Dispatcher) {}

  @Get(['', 'versions/:versionId'])
  @ForSessions()
  async read(
    @Param() place: VersionPlace,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Req() { caller, method }: CalledRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const conditions = { ifNoneMatch, headOnly: method === 'HEAD' };
    const { etag, length, open, body } = await this.dispatcher.ask(
      new ReadOpenAPISpecification(caller, place, conditions),
    );
    void reply.headers({
      etag,
      'cache-control': open ? 'public, no-cache' : 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
      ...(open ? { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } : {}),
    });
    if (!body) return void (await reply.status(304).send());
    await reply.headers({ 'content-type': 'application/json; charset=utf-8', 'content-length': length }).send(body);
  }
}
