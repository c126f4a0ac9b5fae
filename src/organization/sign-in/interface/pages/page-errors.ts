import { Catch } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ErrorFilter } from '#kernel/interface/error.filter';
import { html } from '#kernel/interface/pages/html';
import { redirect, page } from './page-reply.js';

const TITLES: Readonly<Record<number, string>> = {
  403: 'This is not allowed',
  404: 'There is no such page',
  429: 'Please wait a little',
  503: 'Not available right now',
};

/** Shows refusals of pages as pages with a link to go on; visitors without a session are redirected to sign in. */
@Catch()
export class PageErrors extends ErrorFilter {
  protected override answer(reply: FastifyReply, status: number, message: string): void {
    if (status === 401) return void reply.send(redirect(reply, '/signin?next=/account'));
    const body = html`<div class="card">
      <p class="note bad" role="alert">${message}.</p>
      <p><a href="/account">Go to your account</a></p>
    </div>`;
    void reply.send(page(reply, { title: TITLES[status] ?? 'That did not work', body }, status));
  }
}
