import { Controller, Get, NotFoundException, Param, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Public, Untraced } from '#kernel/interface/route-flags';
import { ReadSharedFile } from '../application/site-files.queries.js';
import { ReadStartPage } from '../application/start-page.queries.js';
import { ReaderErrors } from './reader-errors.js';
import { sendFile, sendText } from './reader-reply.js';

/** The page at the server's own address, and the files that pages of all sites load. */
@ApiExcludeController()
@UseFilters(ReaderErrors)
@Controller()
export class SharedFilesController {
  constructor(private readonly dispatcher: Dispatcher) {}

  @Get()
  @Public()
  @Untraced()
  async start(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return sendText(request, reply, await this.dispatcher.ask(new ReadStartPage()));
  }

  @Get('~/:name')
  @Public()
  @Untraced()
  file(
    @Param('name') name: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.#send(name, request, reply);
  }

  @Get('favicon.ico')
  @Public()
  @Untraced()
  icon(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string | Buffer> {
    return this.#send('quire.svg', request, reply);
  }

  async #send(name: string, request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> {
    const file = await this.dispatcher.ask(new ReadSharedFile(name));
    if (!file) throw new NotFoundException('There is no such file');
    return sendFile(request, reply, file);
  }
}
