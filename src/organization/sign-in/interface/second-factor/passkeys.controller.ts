import {
  Controller,
  Get,
  Ip,
  NotFoundException,
  Param,
  Post,
  Res,
  UnauthorizedException,
  UseFilters,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { requireUnconfined } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Form, SentForm } from '#kernel/interface/bodies/forms';
import { describeError } from '#kernel/interface/error.filter';
import { ForSessions, TakesForm } from '#kernel/interface/route-flags';
import { GetCurrentUser } from '../../../members/application/user.queries.js';
import { CurrentPasswordWrong } from '../../application/password/set-password.js';
import { ConfirmPresence } from '../../application/second-factor/confirm-presence.js';
import { EnrolPasskey } from '../../application/second-factor/enrol-passkey.js';
import { PasskeyScript } from '../../application/second-factor/passkey-script.js';
import {
  BeginPasskeyRegistration,
  MakeRecoveryCodes,
  RemovePasskey,
} from '../../application/second-factor/second-factor.commands.js';
import { GetSecondFactor, type PasskeyView } from '../../application/second-factor/second-factor.queries.js';
import { FormTokens } from '../../application/session/form-tokens.js';
import { GetSession } from '../../application/session/session.queries.js';
import { faultOf } from '../pages/fault.js';
import type { PageContent } from '../pages/layout.js';
import { PageErrors } from '../pages/page-errors.js';
import { page, redirect } from '../pages/page-reply.js';
import { requireOwnForm, SignedInUser, type SignedIn } from '../pages/signed-in-user.js';
import { scriptAddress } from './passkey-script.controller.js';
import {
  addPasskeyPage,
  createPasskeyPage,
  newCodesPage,
  remakeCodesPage,
  removePasskeyPage,
  type PasskeyPage,
  type Refusal,
} from './passkeys.page.js';

/** Adding and removing passkeys, and making recovery codes. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Controller('account')
export class PasskeysController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly presence: ConfirmPresence,
    private readonly enrolment: EnrolPasskey,
    private readonly tokens: FormTokens,
    private readonly script: PasskeyScript,
  ) {}

  @Get('passkeys/new')
  @ForSessions()
  async name(
    @SignedInUser() caller: SignedIn | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return page(reply, addPasskeyPage(await this.#shown(caller), { label: '' }));
  }

  @Post('passkeys/new')
  @TakesForm()
  async begin(
    @SignedInUser() caller: SignedIn | undefined,
    @SentForm() form: Form,
    @Ip() address: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const shown = await this.#sent(caller, form);
    const label = form.text('label');
    return this.#orRefuse(
      reply,
      (refusal) => addPasskeyPage(shown.page, { label }, refusal),
      async () => {
        await this.presence.require(shown.caller, { current: form.text('current'), address });
        const options = await this.dispatcher.run(new BeginPasskeyRegistration(shown.caller, label));
        const script = scriptAddress(this.script);
        return page(reply, createPasskeyPage(shown.page, { label: label.trim(), options, script }));
      },
    );
  }

  @Post('passkeys')
  @TakesForm()
  async add(
    @SignedInUser() caller: SignedIn | undefined,
    @SentForm() form: Form,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const shown = await this.#sent(caller, form);
    return this.#orRefuse(
      reply,
      (refusal) => addPasskeyPage(shown.page, { label: '' }, aboveIn(refusal)),
      async () => {
        const codes = await this.enrolment.finish(shown.caller, form.text('credential'));
        return codes ? page(reply, newCodesPage(shown.page, codes)) : redirect(reply, '/account?done=passkey');
      },
    );
  }

  @Get('passkeys/:passkeyId/remove')
  @ForSessions()
  async confirmRemoval(
    @SignedInUser() caller: SignedIn | undefined,
    @Param('passkeyId') passkeyId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const shown = await this.#shown(caller);
    const { passkey, isLast } = await this.#passkey(caller, passkeyId);
    return page(reply, removePasskeyPage(shown, passkey, { isLast }));
  }

  @Post('passkeys/:passkeyId/remove')
  @TakesForm()
  async remove(
    @SignedInUser() caller: SignedIn | undefined,
    @SentForm() form: Form,
    @Param('passkeyId') passkeyId: string,
    @Ip() address: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const shown = await this.#sent(caller, form);
    const { passkey, isLast } = await this.#passkey(caller, passkeyId);
    return this.#orRefuse(
      reply,
      (refusal) => removePasskeyPage(shown.page, passkey, { isLast }, refusal),
      async () => {
        await this.presence.require(shown.caller, { current: form.text('current'), address });
        await this.dispatcher.run(new RemovePasskey(shown.caller, passkeyId));
        return redirect(reply, '/account?done=passkey-removed');
      },
    );
  }

  @Get('recovery-codes')
  @ForSessions()
  async confirmCodes(
    @SignedInUser() caller: SignedIn | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const shown = await this.#shown(caller);
    return page(reply, remakeCodesPage(shown, await this.#codesLeft(caller)));
  }

  @Post('recovery-codes')
  @TakesForm()
  async remakeCodes(
    @SignedInUser() caller: SignedIn | undefined,
    @SentForm() form: Form,
    @Ip() address: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const shown = await this.#sent(caller, form);
    const left = await this.#codesLeft(caller);
    return this.#orRefuse(
      reply,
      (refusal) => remakeCodesPage(shown.page, left, refusal),
      async () => {
        await this.presence.require(shown.caller, { current: form.text('current'), address });
        return page(reply, newCodesPage(shown.page, await this.dispatcher.run(new MakeRecoveryCodes(shown.caller))));
      },
    );
  }

  async #sent(caller: SignedIn | undefined, form: Form): Promise<{ caller: SignedIn; page: PasskeyPage }> {
    requireOwnForm(this.tokens, caller, form);
    return { caller, page: await this.#shown(caller) };
  }

  async #shown(caller: SignedIn | undefined): Promise<PasskeyPage> {
    if (!caller) throw new UnauthorizedException('Sign in first');
    requireUnconfined(caller);
    const { userId, sessionId } = caller;
    const [{ displayName }, session] = await Promise.all([
      this.dispatcher.ask(new GetCurrentUser(userId)),
      this.dispatcher.ask(new GetSession(userId, sessionId)),
    ]);
    const needsPassword = session === undefined || this.presence.needsPassword(session);
    return { displayName, formToken: this.tokens.of(sessionId), needsPassword };
  }

  async #passkey(caller: SignedIn | undefined, passkeyId: string): Promise<{ passkey: PasskeyView; isLast: boolean }> {
    const { passkeys } = await this.dispatcher.ask(new GetSecondFactor(caller?.userId ?? ''));
    const passkey = passkeys.find(({ id }) => id === passkeyId);
    if (!passkey) throw new NotFoundException('You have no such passkey, or no longer');
    return { passkey, isLast: passkeys.length === 1 };
  }

  async #codesLeft(caller: SignedIn | undefined): Promise<number> {
    return (await this.dispatcher.ask(new GetSecondFactor(caller?.userId ?? ''))).codes;
  }

  /** Shows a refusal that the user caused in the form again. */
  async #orRefuse(
    reply: FastifyReply,
    again: (refusal: Refusal) => PageContent,
    act: () => Promise<string>,
  ): Promise<string> {
    try {
      return await act();
    } catch (error) {
      const message = faultOf(error);
      const { status, message: text } = describeError(error);
      const refusal =
        error instanceof CurrentPasswordWrong
          ? { current: message }
          : text.startsWith('label ')
            ? { label: message }
            : { other: message };
      return page(reply, again(refusal), status);
    }
  }
}

/** A refusal of what the form did not ask for itself. */
function aboveIn({ label, current, other }: Refusal): Refusal {
  const message = other ?? label ?? current;
  return message === undefined ? {} : { other: message };
}
