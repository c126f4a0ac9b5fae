import { Controller, HttpCode, NotFoundException, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Form, SentForm } from '#kernel/interface/bodies/forms';
import { disconnectSignal } from '#kernel/interface/http/event-stream';
import { siteAddress } from '#kernel/interface/http/site-addresses';
import { TakesForm, Untraced } from '#kernel/interface/route-flags';
import { DrawAnswer } from '../application/answer.queries.js';
import { sendDrawn } from './reader-reply.js';
import { readerRequest, specialIn } from './reader-request.js';

/** Answers to questions of readers: forms of pages send them, so that no other site can have any asked. */
@ApiExcludeController()
@Controller()
export class AnswersController {
  readonly #publicUrl: string;

  constructor(
    private readonly dispatcher: Dispatcher,
    address: ApiAddress,
  ) {
    this.#publicUrl = address.url;
  }

  @Post(['s/:siteId/~/answer', 's/:siteId/:shareKey/~/answer'])
  @HttpCode(200)
  @TakesForm()
  @Untraced()
  async answer(
    @Req() request: FastifyRequest,
    @SentForm() form: Form,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    const { origin, path } = siteAddress(request, this.#publicUrl);
    const asked = readerRequest(request, { origin, path: `${specialIn(path)?.base ?? ''}/` });
    const text = await this.dispatcher.ask(new DrawAnswer(asked, form.text('q'), disconnectSignal(reply)));
    if (text === undefined) throw new NotFoundException('No site is published at this address');
    return sendDrawn(reply, text);
  }
}
