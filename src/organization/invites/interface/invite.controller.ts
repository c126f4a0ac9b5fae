import { Controller, Get, NotFoundException, Param, Post, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import { requireUnconfined } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Form, SentForm } from '#kernel/interface/bodies/forms';
import { describeError } from '#kernel/interface/error.filter';
import { setSessionCookie } from '#kernel/interface/pages/cookies';
import { ForSessions, TakesForm } from '#kernel/interface/route-flags';
import { EnterNewcomer } from '../application/enter-newcomer.js';
import { SetPassword } from '../../sign-in/application/password/set-password.js';
import { FormTokens } from '../../sign-in/application/session/form-tokens.js';
import { GetCurrentUser } from '../../members/application/user.queries.js';
import { AcceptInvite } from '../../contract/commands.js';
import { InviteBySecret, type InviteSummary } from '../../contract/queries.js';
import { faultOf } from '../../sign-in/interface/pages/fault.js';
import { acceptPage, newcomerPage } from './invite.page.js';
import { PageErrors } from '../../sign-in/interface/pages/page-errors.js';
import { redirect, page } from '../../sign-in/interface/pages/page-reply.js';
import { requireOwnForm, SignedInUser, type SignedIn } from '../../sign-in/interface/pages/signed-in-user.js';

const JOINED = '/account?done=joined';

/** Accepting an invite with an existing account or a new one. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Controller('invite')
export class InviteController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly passwords: SetPassword,
    private readonly tokens: FormTokens,
    private readonly address: ApiAddress,
  ) {}

  @Get(':secret')
  @ForSessions()
  async show(
    @SignedInUser() caller: SignedIn | undefined,
    @Param('secret') secret: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const offer = await this.#offer(secret);
    if (!caller) return page(reply, newcomerPage(secret, offer, { email: '', displayName: '' }));
    const user = await this.dispatcher.ask(new GetCurrentUser(caller.userId));
    return page(reply, acceptPage(secret, offer, user, this.tokens.of(caller.sessionId)));
  }

  @Post(':secret')
  @TakesForm()
  async accept(
    @SignedInUser() caller: SignedIn | undefined,
    @Param('secret') secret: string,
    @SentForm() form: Form,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const offer = await this.#offer(secret);
    if (caller) {
      requireOwnForm(this.tokens, caller, form);
      requireUnconfined(caller);
      await this.dispatcher.run(new AcceptInvite(secret, caller.userId));
      return redirect(reply, JOINED);
    }
    const person = { email: offer.email ?? form.text('email'), displayName: form.text('displayName') };
    try {
      const hash = await this.passwords.hash(form.text('password'), person);
      setSessionCookie(reply, this.address.url, await this.dispatcher.run(new EnterNewcomer(secret, person, hash)));
    } catch (error) {
      const errors = { [fieldOf(error)]: faultOf(error) };
      return page(reply, newcomerPage(secret, offer, { ...person, errors }), 400);
    }
    return redirect(reply, JOINED);
  }

  async #offer(secret: string): Promise<InviteSummary> {
    const offer = await this.dispatcher.ask(new InviteBySecret(secret));
    if (!offer) throw new NotFoundException('This invite was used already, has ended, or never was: ask for a new one');
    return offer;
  }
}

/** The field that a refusal is about; throws errors that are about no field. */
function fieldOf(error: unknown): string {
  const { status, message } = describeError(error);
  if (status !== 400 && status !== 409) throw error;
  if (message.startsWith('displayName ')) return 'displayName';
  return message.includes('e-mail address') ? 'email' : 'password';
}
