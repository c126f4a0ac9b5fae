import { Controller, Get, Ip, Post, Query, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import { Dispatcher } from '#kernel/application/dispatcher';
import { describeError } from '#kernel/interface/error.filter';
import { Form, SentForm } from '#kernel/interface/bodies/forms';
import { setSessionCookie } from '#kernel/interface/pages/cookies';
import { ForSessions, TakesForm } from '#kernel/interface/route-flags';
import { SignIn } from '../application/password/sign-in.js';
import { EndSessions } from '../application/session/end-sessions.js';
import { FormTokens } from '../application/session/form-tokens.js';
import { SignOut } from '../application/session/sign-out.js';
import { nextAddress } from '../application/session/next-address.js';
import { PageErrors } from './pages/page-errors.js';
import { redirect, page } from './pages/page-reply.js';
import { signInPage } from './signin.page.js';
import { signOutPage } from './signout.page.js';
import { setPendingCookie } from './second-factor/pending-cookie.js';
import { SECOND_STEP } from './second-factor/second-factor.page.js';
import { requireOwnForm, SignedInUser, type SignedIn } from './pages/signed-in-user.js';

const HOME = '/account';
const DONE: Readonly<Record<string, string>> = {
  password: 'Your password is set. Sign in with it now.',
  'signed-out': 'You are signed out.',
  ended: 'Signing in took too long, or was begun in another browser. Begin again.',
};
const REFUSED =
  'The e-mail address or the password is not right. After several attempts, wait a little before the next.';

/** Signing in and out. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Controller()
export class SignInController {
  constructor(
    private readonly signIn: SignIn,
    private readonly signOut: SignOut,
    private readonly dispatcher: Dispatcher,
    private readonly tokens: FormTokens,
    private readonly address: ApiAddress,
  ) {}

  @Get('signin')
  @ForSessions()
  show(
    @SignedInUser() caller: SignedIn | undefined,
    @Query('next') wanted: unknown,
    @Query('done') done: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): string {
    const next = nextAddress(wanted);
    if (caller) return redirect(reply, next ?? HOME);
    return page(reply, signInPage({ email: '', next, done: DONE[String(done)] }));
  }

  @Post('signin')
  @TakesForm()
  async enter(
    @SignedInUser() caller: SignedIn | undefined,
    @SentForm() form: Form,
    @Ip() address: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const next = nextAddress(form.text('next'));
    const email = form.text('email');
    try {
      const step = await this.signIn.withPassword(email, form.text('password'), address, next);
      if ('pending' in step) {
        setPendingCookie(reply, this.address.url, step.pending.secret);
        return redirect(reply, SECOND_STEP);
      }
      if (caller) await this.dispatcher.run(new EndSessions(caller.userId, { only: caller.sessionId }));
      setSessionCookie(reply, this.address.url, step.session);
    } catch (error) {
      const { status, message } = describeError(error);
      if (status >= 500) throw error;
      const refused = status === 401 ? REFUSED : `${message}.`;
      return page(reply, signInPage({ email, next, refused }), status === 401 ? 403 : status);
    }
    return redirect(reply, next ?? HOME);
  }

  @Post('signout')
  @TakesForm()
  async leave(
    @SignedInUser() caller: SignedIn | undefined,
    @SentForm() form: Form,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    if (caller) requireOwnForm(this.tokens, caller, form);
    const elsewhere = caller && (await this.signOut.of(caller));
    setSessionCookie(reply, this.address.url, undefined);
    return elsewhere ? page(reply, signOutPage(elsewhere)) : redirect(reply, '/signin?done=signed-out');
  }
}
