import { Controller, NotFoundException, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Form, SentForm } from '#kernel/interface/bodies/forms';
import { siteAddress } from '#kernel/interface/http/site-addresses';
import { TakesForm, Untraced } from '#kernel/interface/route-flags';
import { SendTriedRequest, type TriedAnswer } from '../../application/trying/tried-requests.queries.js';
import { readerRequest } from '../reader-request.js';
import { TriedForms } from './tried-forms.js';

/** Text and nothing else, wherever a browser opens it. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};
/** The path of a page, as the form of an operation has it. */
const PAGE = /^\/(?![/\\])[^\s\\?#]{0,2000}$/;

/** Requests that readers of a site try from the page of an operation. */
@ApiExcludeController()
@Controller('s/:siteId/~/try')
export class TriedRequestsController {
  readonly #publicUrl: string;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly forms: TriedForms,
    address: ApiAddress,
  ) {
    this.#publicUrl = address.url;
  }

  /** Only from a page of the same origin. The answer is JSON for the script of pages, and text for browsers. */
  @Post()
  @TakesForm()
  @Untraced()
  async send(
    @Req() request: FastifyRequest,
    @SentForm() form: Form,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { origin, path: here } = siteAddress(request, this.#publicUrl);
    const { fields, files } = await this.forms.read(request, form);
    const text = (name: string): string => (Object.hasOwn(fields, name) ? (fields[name] ?? '') : '');
    const page = text('page');
    const site = here.slice(0, here.lastIndexOf('/~/try'));
    if (!PAGE.test(page) || !page.startsWith(`${site}/`)) throw nothing();
    const asked = readerRequest(request, { origin, path: page });
    const tried = {
      ...{ spec: text('spec'), path: text('path'), method: text('method') },
      ...{ fields, files },
    };
    const answer = await this.dispatcher.ask(new SendTriedRequest(asked, request.ip, tried));
    if (!answer) throw nothing();
    const asJson = request.headers.accept?.includes('application/json') === true;
    const type = asJson ? 'application/json' : 'text/plain';
    void reply.status(200).headers({ ...HEADERS, 'content-type': `${type}; charset=utf-8` });
    return asJson ? JSON.stringify(answer) : textOf(answer);
  }
}

const nothing = (): NotFoundException => new NotFoundException('No request can be tried here');

function textOf({ status, headers, body, isCut }: TriedAnswer): string {
  const lines = [`HTTP ${status}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return `${lines.join('\n')}\n\n${body}${isCut ? '\n…' : ''}\n`;
}
