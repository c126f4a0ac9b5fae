import { Controller, Get, Param, Post, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Form, SentForm } from '#kernel/interface/bodies/forms';
import { html } from '#kernel/interface/pages/html';
import { ForSessions, TakesForm } from '#kernel/interface/route-flags';
import { GetPasswordOwner, type PasswordOwner } from '../../application/password/password.queries.js';
import { SetPassword } from '../../application/password/set-password.js';
import { newPasswordField } from './account.page.js';
import { faultOf } from '../pages/fault.js';
import { alert, type PageContent } from '../pages/layout.js';
import { PageErrors } from '../pages/page-errors.js';
import { redirect, page } from '../pages/page-reply.js';

/** Setting a password by a link that works once. */
@ApiExcludeController()
@UseFilters(PageErrors)
@Controller('password')
export class PasswordController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly passwords: SetPassword,
  ) {}

  @Get(':secret')
  @ForSessions()
  async show(@Param('secret') secret: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const owner = await this.#owner(secret);
    return owner ? page(reply, passwordPage(secret, owner)) : page(reply, uselessPage(), 404);
  }

  @Post(':secret')
  @TakesForm()
  async set(
    @Param('secret') secret: string,
    @SentForm() form: Form,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const owner = await this.#owner(secret);
    if (!owner) return page(reply, uselessPage(), 404);
    try {
      await this.passwords.byLink(secret, form.text('password'));
    } catch (error) {
      return page(reply, passwordPage(secret, owner, faultOf(error)), 400);
    }
    return redirect(reply, '/signin?done=password');
  }

  #owner(secret: string): Promise<PasswordOwner | undefined> {
    return this.dispatcher.ask(new GetPasswordOwner({ link: secret }));
  }
}

function passwordPage(secret: string, { email, hasPassword }: PasswordOwner, error?: string): PageContent {
  const body = html`<div class="card">
    <p class="lead">For ${email}. ${hasPassword && 'The password you had so far ends, and so do all your sessions.'}</p>
    <form method="post" action="/password/${secret}">
      <input type="text" name="username" value="${email}" autocomplete="username" readonly hidden />
      ${newPasswordField(error)}
      <button type="submit">Set password</button>
    </form>
  </div>`;
  return { title: 'Set your password', body };
}

function uselessPage(): PageContent {
  const body = html`<div class="card">
    ${alert('This link was used already, has ended, or never was.')}
    <p><a href="/password">Have a new one sent to you</a></p>
  </div>`;
  return { title: 'This link is no longer good', body };
}
