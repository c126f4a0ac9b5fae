import { Controller, Get, Ip, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import { Dispatcher } from '#kernel/application/dispatcher';
import { describeError } from '#kernel/interface/error.filter';
import { Form, SentForm } from '#kernel/interface/bodies/forms';
import { setSessionCookie } from '#kernel/interface/pages/cookies';
import { ForSessions, TakesForm } from '#kernel/interface/route-flags';
import { ConfirmSignIn } from '../../application/second-factor/confirm-sign-in.js';
import { PasskeyScript } from '../../application/second-factor/passkey-script.js';
import { GetPendingSignIn } from '../../application/second-factor/second-factor.queries.js';
import type { SecondStep } from '../../application/second-factor/second-factor.commands.js';
import { EndSessions } from '../../application/session/end-sessions.js';
import { PageErrors } from '../pages/page-errors.js';
import { page, redirect } from '../pages/page-reply.js';
import { SignedInUser, type SignedIn } from '../pages/signed-in-user.js';
import { pendingSecret, setPendingCookie } from './pending-cookie.js';
import { scriptAddress } from './passkey-script.controller.js';
import { secondFactorPage } from './second-factor.page.js';

const HOME = '/account';
const ENDED = '/signin?done=ended';
const REFUSED: Readonly<Record<Exclude<Extract<SecondStep, { refused: string }>['refused'], 'ended'>, string>> = {
  passkey: 'This passkey did not answer as it was asked to. Try again, or use a recovery code.',
  counter:
    'This passkey was used elsewhere since it was used here: there may be a copy of it. Use a recovery code, and remove the passkey.',
  code: 'This code is not right, or was used before.',
  locked: 'Too many wrong codes: wait a little before the next. Your passkey still works.',
};

/** The second step of signing in, for users with passkeys. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Controller('signin/second-factor')
export class SecondFactorController {
  constructor(
    private readonly signIn: ConfirmSignIn,
    private readonly dispatcher: Dispatcher,
    private readonly address: ApiAddress,
    private readonly script: PasskeyScript,
  ) {}

  @Get()
  @ForSessions()
  show(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.#page(request, reply);
  }

  @Post()
  @TakesForm()
  async finish(
    @SignedInUser() caller: SignedIn | undefined,
    @SentForm() form: Form,
    @Ip() address: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const secret = pendingSecret(request, this.address.url);
    if (secret === undefined) return redirect(reply, ENDED);
    let step: SecondStep;
    try {
      const [credential, code] = [form.text('credential'), form.text('code')];
      step =
        credential === ''
          ? await this.signIn.withCode(secret, code, address)
          : await this.signIn.withPasskey(secret, credential, address);
    } catch (error) {
      const { status, message } = describeError(error);
      if (status >= 500) throw error;
      return this.#page(request, reply, { refused: `${message}.`, code: status });
    }
    if ('refused' in step) {
      if (step.refused === 'ended') return redirect(reply, ENDED);
      return this.#page(request, reply, { refused: REFUSED[step.refused], code: 403 });
    }
    if (caller) await this.dispatcher.run(new EndSessions(caller.userId, { only: caller.sessionId }));
    setPendingCookie(reply, this.address.url, undefined);
    setSessionCookie(reply, this.address.url, step.session);
    return redirect(reply, step.next ?? HOME);
  }

  async #page(
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: { refused?: string; code?: number } = {},
  ): Promise<string> {
    const secret = pendingSecret(request, this.address.url);
    const pending = secret === undefined ? undefined : await this.dispatcher.ask(new GetPendingSignIn(secret));
    if (!pending) return redirect(reply, ENDED);
    const { refused, code = 200 } = outcome;
    const content = { options: pending.options, script: scriptAddress(this.script) };
    return page(reply, secondFactorPage({ ...content, ...(refused !== undefined && { refused }) }), code);
  }
}
