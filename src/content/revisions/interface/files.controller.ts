import { Readable } from 'node:stream';
import { Controller, Get, Headers, Param, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Dispatcher } from '#kernel/application/dispatcher';
import { matches } from '#kernel/application/entity-tag';
import { OpenFile } from '../application/open-file.js';

/** The bytes of files, at addresses that nobody can make up (`downloadURL`). */
@ApiExcludeController()
@Controller('files')
export class FilesController {
  constructor(private readonly dispatcher: Dispatcher) {}

  @Get(':organizationId/:hash/:signature/:name')
  async download(
    @Param() address: FileAddress,
    @Headers('range') range: string | undefined,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Headers('if-range') ifRange: string | undefined,
    @Req() { method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const etag = `"${address.hash}"`;
    const isHead = method === 'HEAD';
    const isKnown = matches(ifNoneMatch, etag);
    const wanted = !isHead && (ifRange === undefined || matches(ifRange, etag)) ? range : undefined;
    const file = await this.dispatcher.ask(new OpenFile({ ...address, range: wanted, headOnly: isHead || isKnown }));
    void reply.headers({
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'content-type': file.contentType,
      'content-disposition': `${file.disposition}; filename*=UTF-8''${encodeURIComponent(address.name)}`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (file.unsatisfiable) {
      await reply.status(416).header('content-range', `bytes */${file.size}`).send();
      return;
    }
    if (isKnown) {
      await reply.status(304).send();
      return;
    }
    if (file.range) {
      void reply.status(206).header('content-range', `bytes ${file.range.start}-${file.range.end}/${file.size}`);
    }
    const length = file.range ? file.range.end - file.range.start + 1 : file.size;
    // For HEAD, the framework would read a body to its end, and set the content length to that of anything but a
    // stream.
    await reply.header('content-length', length).send(file.body ?? Readable.from([]));
  }
}

interface FileAddress {
  organizationId: string;
  hash: string;
  signature: string;
  name: string;
}
