import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Form, SentForm } from '#kernel/interface/bodies/forms';
import { setCookie, readCookie, setSessionCookie } from '#kernel/interface/pages/cookies';
import { TakesForm } from '#kernel/interface/route-flags';
import { AnswerSignIn } from '../../application/saml/answer-sign-in.js';
import { FinishSignIn } from '../../application/saml/finish-sign-in.js';
import { GetServiceMetadata, ReadSignInResponse } from '../../application/saml/saml.queries.js';
import { SIGN_IN_MS, StartSignIn } from '../../application/saml/start-sign-in.js';
import { sendOn, SignInSteps } from '../sign-in-steps.js';

/** The browser's requests in a SAML sign-in: out to the provider, back with its response, and on with a session. */
@ApiExcludeController()
@Controller('saml/:providerId')
export class SamlSignInController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly address: ApiAddress,
    private readonly steps: SignInSteps,
  ) {}

  /** The SAML metadata of this server for the provider. */
  @Get('metadata')
  async metadata(
    @Param('providerId') providerId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const xml = await this.dispatcher.ask(new GetServiceMetadata(providerId));
    void reply.header('content-type', 'application/samlmetadata+xml; charset=utf-8');
    return xml;
  }

  /** Redirects the browser to the provider; `next` is the path to go to afterwards. */
  @Get('start')
  async start(
    @Param('providerId') providerId: string,
    @Query('next') next: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.steps.take(providerId, request, reply, async () => {
      const path = next === undefined ? '/' : String(next);
      const { requestId, address, secret } = await this.dispatcher.run(new StartSignIn(providerId, path));
      const { url: publicUrl } = this.address;
      setCookie(reply, this.#cookie(requestId), secret, { publicUrl, maxAgeSeconds: SIGN_IN_MS / 1000 });
      sendOn(reply, address);
    });
  }

  /**
   * Takes the provider's response. The browser posts it from the provider's page and so without our cookies; it is then
   * redirected to fetch its session with a ticket, and that request carries them.
   */
  @Post('acs')
  @TakesForm('foreign')
  async answer(
    @Param('providerId') providerId: string,
    @SentForm() form: Form,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.steps.take(providerId, request, reply, async () => {
      const read = await this.dispatcher.ask(new ReadSignInResponse(providerId, form.text('SAMLResponse')));
      const { ticket, requestId } = await this.dispatcher.run(new AnswerSignIn(providerId, read));
      sendOn(reply, `${this.address.url}/saml/${providerId}/finish?${new URLSearchParams({ ticket, requestId })}`);
    });
  }

  /** Opens the session for the browser that began the sign-in. */
  @Get('finish')
  async finish(
    @Param('providerId') providerId: string,
    @Query('ticket') ticket: unknown,
    @Query('requestId') requestId: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.steps.take(providerId, request, reply, async () => {
      const held = this.#cookie(String(requestId));
      const finish = new FinishSignIn(providerId, String(ticket), readCookie(request, held));
      const { secret, expiresAt, next } = await this.dispatcher.run(finish);
      const { url: publicUrl } = this.address;
      setSessionCookie(reply, publicUrl, { secret, expiresAt });
      setCookie(reply, held, '', { publicUrl, maxAgeSeconds: 0 });
      sendOn(reply, publicUrl + next);
    });
  }

  /** One cookie for each sign-in, so that several tabs do not end one another's. */
  #cookie(requestId: string): string {
    const prefix = this.address.url.startsWith('https:') ? '__Host-' : '';
    return `${prefix}quire_saml${/^_[0-9A-Za-z]{32}$/.test(requestId) ? requestId : ''}`;
  }
}
