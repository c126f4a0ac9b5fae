import { Controller, Get, HttpCode, Logger, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Form, SentForm } from '#kernel/interface/bodies/forms';
import { readCookie, setCookie, setSessionCookie } from '#kernel/interface/pages/cookies';
import { TakesForm } from '#kernel/interface/route-flags';
import { BeginOidcSignIn, OIDC_SIGN_IN_MS } from '../../application/oidc/begin-oidc-sign-in.js';
import { EndProviderSessions } from '../../application/oidc/end-provider-sessions.js';
import { FinishOidcSignIn } from '../../application/oidc/finish-oidc-sign-in.js';
import { ExchangeCode, GetRequestAddress, ReadLogoutToken } from '../../application/oidc/oidc.queries.js';
import { TakeOidcSignIn } from '../../application/oidc/take-oidc-sign-in.js';
import { refusalOf } from '../../application/record-refused-sign-in.js';
import { sendOn, SignInSteps } from '../sign-in-steps.js';

/** A sign-in by OpenID Connect: the browser's way to the provider and back, and the provider's own word of its end. */
@ApiExcludeController()
@Controller('oidc/:providerId')
export class OidcSignInController {
  readonly #logger = new Logger('SignIn');

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly address: ApiAddress,
    private readonly steps: SignInSteps,
  ) {}

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
      const begun = await this.dispatcher.run(new BeginOidcSignIn(providerId, path));
      const address = await this.dispatcher.ask(new GetRequestAddress(providerId, begun));
      const { url: publicUrl } = this.address;
      const maxAgeSeconds = OIDC_SIGN_IN_MS / 1000;
      setCookie(reply, this.#cookie(begun.state), begun.secret, { publicUrl, maxAgeSeconds });
      sendOn(reply, address);
    });
  }

  /** Takes the code that the browser brings back from the provider, and opens the session. */
  @Get('callback')
  async finish(
    @Param('providerId') providerId: string,
    @Query('state') given: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.steps.take(providerId, request, reply, async () => {
      const state = String(given);
      const cookie = this.#cookie(state);
      const secret = readCookie(request, cookie);
      const next = await this.dispatcher.run(new TakeOidcSignIn(providerId, state, secret));
      const { url: publicUrl } = this.address;
      const parameters = new URL(request.url, publicUrl).searchParams;
      const began = { state, secret: secret ?? '' };
      const checked = await this.dispatcher.ask(new ExchangeCode(providerId, began, parameters));
      const session = await this.dispatcher.run(new FinishOidcSignIn(providerId, checked));
      setSessionCookie(reply, publicUrl, session);
      setCookie(reply, cookie, '', { publicUrl, maxAgeSeconds: 0 });
      sendOn(reply, publicUrl + next);
    });
  }

  /** Takes the provider's word that a user signed out there (OpenID Connect Back-Channel Logout 1.0). */
  @Post('backchannel-logout')
  @HttpCode(200)
  @TakesForm('foreign')
  async signOut(
    @Param('providerId') providerId: string,
    @SentForm() form: Form,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object | undefined> {
    void reply.header('cache-control', 'no-store');
    try {
      const token = await this.dispatcher.ask(new ReadLogoutToken(providerId, form.text('logout_token')));
      await this.dispatcher.run(new EndProviderSessions(providerId, token));
      return undefined;
    } catch (error) {
      const refused = refusalOf(error);
      if (!refused) throw error;
      this.#logger.warn(`Logout token of provider ${providerId} refused (${refused.reason}): ${refused.detail}`);
      void reply.status(refused.status === 503 ? 503 : 400);
      return { error: 'invalid_request', error_description: `The logout token was refused: ${refused.reason}` };
    }
  }

  /** One cookie for each sign-in, so that several tabs do not end one another's. */
  #cookie(state: string): string {
    const prefix = this.address.url.startsWith('https:') ? '__Host-' : '';
    return `${prefix}quire_oidc_${/^[0-9A-Za-z]{32}$/.test(state) ? state : ''}`;
  }
}
