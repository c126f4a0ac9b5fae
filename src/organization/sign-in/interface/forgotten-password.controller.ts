import { Controller, Get, Ip, Post, Query, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Form, SentForm } from '#kernel/interface/bodies/forms';
import { describeError } from '#kernel/interface/error.filter';
import { html } from '#kernel/interface/pages/html';
import { ForSessions, TakesForm } from '#kernel/interface/route-flags';
import { RequestPasswordLink } from '../application/password/request-password-link.js';
import { field } from './pages/fields.js';
import { alert, status as said, type PageContent } from './pages/layout.js';
import { PageErrors } from './pages/page-errors.js';
import { redirect, page } from './pages/page-reply.js';

const SENT = 'If an account with this address can be reached by mail, a link is on its way. It is good for an hour.';
const NO_ADDRESS = 'This is not an e-mail address.';

const BACK = html`<p><a href="/signin">Back to signing in</a></p>`;

/** Requesting a link to set a forgotten password. The answer is the same whether or not there is an account. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Controller('password')
export class ForgottenPasswordController {
  constructor(private readonly dispatcher: Dispatcher) {}

  @Get()
  @ForSessions()
  show(@Query('done') done: unknown, @Res({ passthrough: true }) reply: FastifyReply): string {
    return page(reply, done === 'sent' ? sentPage() : forgottenPasswordPage({ email: '' }));
  }

  @Post()
  @TakesForm()
  async ask(
    @SentForm() form: Form,
    @Ip() address: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const email = form.text('email').trim();
    try {
      await this.dispatcher.run(new RequestPasswordLink(email, address));
    } catch (error) {
      const { status, message } = describeError(error);
      if (status >= 500) throw error;
      const fault = status === 400 ? { error: NO_ADDRESS } : { refused: `${message}.` };
      return page(reply, forgottenPasswordPage({ email, ...fault }), status);
    }
    return redirect(reply, '/password?done=sent');
  }
}

function forgottenPasswordPage(given: { email: string; error?: string; refused?: string }): PageContent {
  const { email, error, refused } = given;
  const body = html`<div class="card">
      ${alert(refused ?? (error && 'That did not work: see what is marked below.'))}
      <p class="lead">Tell us your e-mail address, and we send you a link by which you set a new password.</p>
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
    ${BACK}`;
  return { title: 'Forgotten password', body };
}

function sentPage(): PageContent {
  const body = html`<div class="card">
      ${said(SENT)}
      <p>
        Nothing comes? Look where your mail program puts what it takes for spam, or <a href="/password">try again</a>.
      </p>
    </div>
    ${BACK}`;
  return { title: 'Look into your mail', body };
}
