import { Controller, Get, Ip, Param, Post, Query, Res, UnauthorizedException, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { requireUnconfined } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Form, SentForm } from '#kernel/interface/bodies/forms';
import { ForSessions, TakesForm } from '#kernel/interface/route-flags';
import { GetPasswordOwner } from '../../application/password/password.queries.js';
import { CurrentPasswordWrong, SetPassword } from '../../application/password/set-password.js';
import { GetSecondFactor } from '../../application/second-factor/second-factor.queries.js';
import { EndSessions } from '../../application/session/end-sessions.js';
import { FormTokens } from '../../application/session/form-tokens.js';
import { ListSessions } from '../../application/session/session.queries.js';
import { GetToken } from '../../../tokens/application/token.queries.js';
import { UpdateUser } from '../../../members/application/user.commands.js';
import { GetCurrentUser } from '../../../members/application/user.queries.js';
import { CreateToken, RevokeToken } from '../../../contract/commands.js';
import { ListTokens } from '../../../contract/queries.js';
import { TOKEN_LIFETIMES } from './account-lists.js';
import type { Outcome } from './account.js';
import { accountPage } from './account.page.js';
import { faultOf } from '../pages/fault.js';
import { PageErrors } from '../pages/page-errors.js';
import { redirect, page } from '../pages/page-reply.js';
import { requireOwnForm, SignedInUser, type SignedIn } from '../pages/signed-in-user.js';

const MOST_TOKENS = 1000;
const DAY_MS = 86_400_000;
const DONE: Readonly<Record<string, string>> = {
  joined: 'You have joined the organization.',
  name: 'Your name is saved.',
  passkey: 'Your passkey is added.',
  'passkey-removed': 'The passkey is removed.',
  password: 'Your password is set, and your other sessions have ended.',
  revoked: 'The token no longer works.',
  ended: 'The session has ended.',
  'others-ended': 'All your other sessions have ended.',
};

/** The account page: name, password, tokens and sessions of the signed-in user. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Controller('account')
export class AccountController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly passwords: SetPassword,
    private readonly tokens: FormTokens,
  ) {}

  @Get()
  @ForSessions()
  show(
    @SignedInUser() caller: SignedIn | undefined,
    @Query('done') done: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    if (!caller) throw new UnauthorizedException('Sign in first');
    return this.#page(caller, reply, { done: DONE[String(done)] });
  }

  @Post('name')
  @TakesForm()
  async rename(
    @SignedInUser() caller: SignedIn | undefined,
    @SentForm() form: Form,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    requireOwnForm(this.tokens, caller, form);
    const displayName = form.text('displayName');
    try {
      await this.dispatcher.run(new UpdateUser(caller, caller.userId, { displayName }));
    } catch (error) {
      const errors = { displayName: faultOf(error) };
      return this.#page(caller, reply, { errors, written: { displayName } }, 400);
    }
    return redirect(reply, '/account?done=name');
  }

  @Post('password')
  @TakesForm()
  async setPassword(
    @SignedInUser() caller: SignedIn | undefined,
    @SentForm() form: Form,
    @Ip() address: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    requireOwnForm(this.tokens, caller, form);
    requireUnconfined(caller);
    try {
      await this.passwords.change(caller, { current: form.text('current'), next: form.text('password'), address });
    } catch (error) {
      const where = error instanceof CurrentPasswordWrong ? 'current' : 'password';
      return this.#page(caller, reply, { errors: { [where]: faultOf(error) } }, 400);
    }
    return redirect(reply, '/account?done=password');
  }

  @Post('tokens')
  @TakesForm()
  async createToken(
    @SignedInUser() caller: SignedIn | undefined,
    @SentForm() form: Form,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    requireOwnForm(this.tokens, caller, form);
    const { userId, confinedTo, secondFactor } = caller;
    const label = form.text('label');
    const days = TOKEN_LIFETIMES.find(({ value }) => value === form.text('days'))?.value ?? '7';
    const limits = {
      ...(days !== '' && { expiresAt: new Date(Date.now() + Number(days) * DAY_MS) }),
      ...(confinedTo !== undefined && { confinedTo }),
      ...(secondFactor !== undefined && { secondFactor }),
    };
    try {
      const { id, secret } = await this.dispatcher.run(new CreateToken(userId, label, limits));
      const view = await this.dispatcher.ask(new GetToken(userId, id));
      return await this.#page(caller, reply, { createdToken: { ...view, token: secret } });
    } catch (error) {
      return this.#page(caller, reply, { errors: { label: faultOf(error) }, written: { label, days } }, 400);
    }
  }

  @Post('tokens/:tokenId/revoke')
  @TakesForm()
  async revokeToken(
    @SignedInUser() caller: SignedIn | undefined,
    @SentForm() form: Form,
    @Param('tokenId') tokenId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    requireOwnForm(this.tokens, caller, form);
    await this.dispatcher.run(new RevokeToken(caller.userId, tokenId, caller.confinedTo));
    return redirect(reply, '/account?done=revoked');
  }

  @Post('sessions/end-others')
  @TakesForm()
  async endOthers(
    @SignedInUser() caller: SignedIn | undefined,
    @SentForm() form: Form,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    requireOwnForm(this.tokens, caller, form);
    requireUnconfined(caller);
    await this.dispatcher.run(new EndSessions(caller.userId, { keep: caller.sessionId }));
    return redirect(reply, '/account?done=others-ended');
  }

  @Post('sessions/:sessionId/end')
  @TakesForm()
  async endSession(
    @SignedInUser() caller: SignedIn | undefined,
    @SentForm() form: Form,
    @Param('sessionId') sessionId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    requireOwnForm(this.tokens, caller, form);
    if (sessionId !== caller.sessionId) requireUnconfined(caller);
    await this.dispatcher.run(new EndSessions(caller.userId, { only: sessionId }));
    return redirect(reply, '/account?done=ended');
  }

  async #page(caller: SignedIn, reply: FastifyReply, outcome: Outcome, code = 200): Promise<string> {
    const { userId, sessionId, confinedTo } = caller;
    const [user, owner, { items }, all, secondFactor] = await Promise.all([
      this.dispatcher.ask(new GetCurrentUser(userId)),
      this.dispatcher.ask(new GetPasswordOwner({ userId })),
      this.dispatcher.ask(new ListTokens(userId, { limit: MOST_TOKENS }, confinedTo)),
      this.dispatcher.ask(new ListSessions(userId)),
      this.dispatcher.ask(new GetSecondFactor(userId)),
    ]);
    const sessions = confinedTo === undefined ? all : all.filter(({ id }) => id === sessionId);
    const hasPassword = owner?.hasPassword === true;
    const account = {
      user,
      hasPassword,
      maySetPassword: confinedTo === undefined,
      secondFactor,
      missesFactor: caller.secondFactor !== true,
      tokens: items,
      sessions,
      sessionId,
      formToken: this.tokens.of(sessionId),
    };
    return page(reply, accountPage(account, outcome), code);
  }
}
