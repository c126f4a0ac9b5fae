import { Readable } from 'node:stream';
import { Controller, Get, Headers, NotFoundException, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Dispatcher } from '#kernel/application/dispatcher';
import { matches } from '#kernel/application/entity-tag';
import { ForReaders } from '#kernel/interface/route-flags';
import {
  ReadDiagram,
  ReadFrame,
  ReadPicture,
  type ServedPicture,
  type SignedAddress,
} from '../application/media.queries.js';

/** A picture that is opened by itself runs and loads nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

type Parameters = Record<string, string | string[] | undefined>;

/** What pages of sites show of other hosts. */
@ApiExcludeController()
@Controller('~')
export class MediaController {
  constructor(private readonly dispatcher: Dispatcher) {}

  @Get('picture')
  @ForReaders()
  async picture(
    @Query() parameters: Parameters,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Req() { method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.dispatcher.ask(new ReadPicture(addressIn(parameters)));
    return sendPicture(reply, found, { ifNoneMatch, method });
  }

  @Get('diagram')
  @ForReaders()
  async diagram(
    @Query() parameters: Parameters,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Req() { method }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { text, theme, key } = parameters;
    const address = { text: one(text), theme: one(theme), signature: one(key) };
    const found = await this.dispatcher.ask(new ReadDiagram(address));
    return sendPicture(reply, found, { ifNoneMatch, method });
  }

  @Get('frame')
  @ForReaders()
  async frame(@Query() parameters: Parameters, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { data } = parameters;
    const address = { ...addressIn(parameters), ...(data === undefined ? {} : { data: one(data) }) };
    const found = await this.dispatcher.ask(new ReadFrame(address));
    if (!found) throw new NotFoundException('There is no such frame');
    void reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': found.policy,
      'referrer-policy': 'strict-origin',
      'cache-control': 'private, max-age=600',
      'x-robots-tag': 'noindex',
    });
    return found.html;
  }
}

async function sendPicture(
  reply: FastifyReply,
  picture: ServedPicture | undefined,
  { ifNoneMatch, method }: { ifNoneMatch: string | undefined; method: string },
): Promise<void> {
  if (!picture) throw new NotFoundException('There is no such picture');
  const { etag, type, size, maxAge } = picture;
  void reply.headers({
    etag,
    'cache-control': `public, max-age=${maxAge}`,
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
  });
  if (matches(ifNoneMatch, etag)) {
    await reply.status(304).send();
    return;
  }
  void reply.headers({ 'content-type': type, 'content-length': size });
  await reply.send(method === 'HEAD' ? Readable.from([]) : await picture.open());
}

const one = (parameter: string | string[] | undefined): string => (typeof parameter === 'string' ? parameter : '');

const addressIn = ({ url, key }: Parameters): SignedAddress => ({ url: one(url), signature: one(key) });
