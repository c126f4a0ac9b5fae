import { Controller, Get, Ip, Post, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Form, SentForm } from '#kernel/interface/bodies/forms';
import { describeError } from '#kernel/interface/error.filter';
import { html } from '#kernel/interface/pages/html';
import { ForSessions, TakesForm } from '#kernel/interface/route-flags';
import { RequestPasswordLink } from '../../application/password/request-password-link.js';
import { field } from '../pages/fields.js';
import { alert, type PageContent } from '../pages/layout.js';
import { PageErrors } from '../pages/page-errors.js';
import { goTo, page } from '../pages/page-reply.js';

const NO_ADDRESS = 'This is not an e-mail address.';

/** Asking for a link to set a password that was forgotten. The answer is the same whoever has an account. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Controller('password')
export class ForgottenPasswordController {
  constructor(private readonly dispatcher: Dispatcher) {}

  @Get()
  @ForSessions()
  show(@Res({ passthrough: true }) reply: FastifyReply): string {
    return page(reply, forgottenPasswordPage({ email: '' }));
  }

  @Post()
  @TakesForm()
  async ask(
    @SentForm() form: Form,
    @Ip() address: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | void> {
    const email = form.text('email').trim();
    try {
      await this.dispatcher.run(new RequestPasswordLink(email, address));
    } catch (error) {
      const { status, message } = describeError(error);
      if (status >= 500) throw error;
      const fault = status === 400 ? { error: NO_ADDRESS } : { refused: `${message}.` };
      return page(reply, forgottenPasswordPage({ email, ...fault }), status);
    }
    goTo(reply, '/signin?done=link');
  }
}

function forgottenPasswordPage(given: { email: string; error?: string; refused?: string }): PageContent {
  const { email, error, refused } = given;
  const body = html`<div class="card">
      ${alert(refused ?? (error && 'That did not work: see what is marked below.'))}
      <p class="lead">Tell us your address, and we send a link by which you set a new one.</p>
      <form method="post" action="/password">
        ${field({
          name: 'email',
          label: 'E-mail address',
          type: 'email',
          value: email,
          error,
          autocomplete: 'username',
          first: true,
        })}
        <button type="submit">Send the link</button>
      </form>
    </div>
    <p><a href="/signin">Back to signing in</a></p>`;
  return { title: 'Forgotten password', body };
}
