import { Controller, Get, Headers, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Dispatcher } from '#kernel/application/dispatcher';
import { matches } from '#kernel/application/entity-tag';
import { GetPicture } from '../application/integration.queries.js';

/** Icons and pictures of integrations, by the hashes of their bytes. */
@ApiExcludeController()
@Controller('integration-files')
export class IntegrationFilesController {
  constructor(private readonly dispatcher: Dispatcher) {}

  @Get(':integrationId/:hash')
  async picture(
    @Param() { integrationId, hash }: { integrationId: string; hash: string },
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const picture = await this.dispatcher.ask(new GetPicture(integrationId, hash));
    const etag = `"${hash}"`;
    void reply.headers({
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': picture.mediaType,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    await (matches(ifNoneMatch, etag) ? reply.status(304).send() : reply.send(picture.bytes));
  }
}
