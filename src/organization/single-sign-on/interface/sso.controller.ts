import { Controller, Get, Post, Query, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Form, SentForm } from '#kernel/interface/bodies/forms';
import { describeError } from '#kernel/interface/error.filter';
import { ForSessions, TakesForm } from '#kernel/interface/route-flags';
import { FindSsoLogins } from '../application/sso-login.queries.js';
import { nextAddress } from '../../sign-in/application/session/next-address.js';
import { PageErrors } from '../../sign-in/interface/pages/page-errors.js';
import { redirect, page } from '../../sign-in/interface/pages/page-reply.js';
import { ssoChoicePage, ssoPage, startAddress } from './sso.page.js';

const HOME = '/account';
const NO_ADDRESS = 'This is not an e-mail address.';
const NOBODY = 'No organization here lets people with addresses of this domain in by single sign-on.';

/**
 * Finds the identity provider of the user's organization. It follows from the domain of an address alone, so the answer
 * does not show who has an account. Also for signed-in users: an organization may require this besides.
 */
@ApiExcludeController()
@UseFilters(PageErrors)
@Controller('signin/sso')
export class SsoController {
  constructor(private readonly dispatcher: Dispatcher) {}

  @Get()
  @ForSessions()
  show(@Query('next') wanted: unknown, @Res({ passthrough: true }) reply: FastifyReply): string {
    return page(reply, ssoPage({ email: '', next: nextAddress(wanted) }));
  }

  @Post()
  @TakesForm()
  async lead(@SentForm() form: Form, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const next = nextAddress(form.text('next'));
    const email = form.text('email').trim();
    try {
      const logins = await this.dispatcher.ask(new FindSsoLogins(email));
      const [only, ...others] = logins;
      if (!only) return page(reply, ssoPage({ email, next, error: NOBODY }), 404);
      if (others.length > 0) return page(reply, ssoChoicePage(logins, next, HOME));
      return redirect(reply, startAddress(only, next ?? HOME));
    } catch (error) {
      if (describeError(error).status !== 400) throw error;
      return page(reply, ssoPage({ email, next, error: NO_ADDRESS }), 400);
    }
  }
}
