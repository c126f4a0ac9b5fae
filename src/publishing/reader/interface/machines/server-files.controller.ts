import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Public, Untraced } from '#kernel/interface/route-flags';
import { ReadServerMachineText } from '../../application/machines/machine-texts.queries.js';
import { sendText } from '../reader-reply.js';

/** What programs look for at the server's own address. */
@ApiExcludeController()
@Controller()
export class ServerFilesController {
  constructor(private readonly dispatcher: Dispatcher) {}

  @Get('robots.txt')
  @Public()
  @Untraced()
  robots(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string | Buffer> {
    return this.#send('robots', request, reply);
  }

  @Get('.well-known/ai-catalog.json')
  @Public()
  @Untraced()
  catalog(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string | Buffer> {
    return this.#send('catalog', request, reply);
  }

  async #send(file: 'robots' | 'catalog', request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> {
    return sendText(request, reply, await this.dispatcher.ask(new ReadServerMachineText(file)));
  }
}
