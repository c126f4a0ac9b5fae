import { Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CallOrigin } from '#kernel/application/call-origin';
import { Dispatcher } from '#kernel/application/dispatcher';
import { RecordRefusedSignIn, refusalOf } from '../application/record-refused-sign-in.js';
import { refusalPage } from './refusal-page.js';

/** The requests of a browser in a sign-in at a provider. */
@Injectable()
export class SignInSteps {
  readonly #logger = new Logger('SignIn');

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly origin: CallOrigin,
  ) {}

  /** Takes a step. A refusal is logged, recorded in the audit trail and shown as a page. */
  async take(
    providerId: string,
    request: FastifyRequest,
    reply: FastifyReply,
    step: () => Promise<void>,
  ): Promise<void> {
    // The audit trail records the client's address of a sign-in, although this is a GET.
    await this.origin.during({ address: request.ip, requestId: request.id, source: 'ui' }, async () => {
      try {
        await step();
      } catch (error) {
        const refused = refusalOf(error);
        if (!refused) throw error;
        this.#logger.warn(`Sign-in by provider ${providerId} refused (${refused.reason}): ${refused.detail}`);
        await this.dispatcher.run(new RecordRefusedSignIn(providerId, refused));
        const { headers, html } = refusalPage(refused.reason);
        void reply.status(refused.status).headers(headers).send(html);
      }
    });
  }
}

/** Redirects the browser, without a referrer. */
export function sendOn(reply: FastifyReply, address: string): void {
  void reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(address, 303);
}
