import { Injectable, type Provider } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import { EarlyAnswers } from '#kernel/interface/http/early-answers';
import { sentAddress, siteAddress } from '#kernel/interface/http/site-addresses';
import { PageViews } from '../application/page-views.js';
import { UnchangedPages } from '../application/unchanged-pages.js';
import { broughtBy, browserOf, readerRequest } from './reader-request.js';
import { sendKept } from './reader-reply.js';

/** Sends pages that are kept and did not change, or that a browser has them already, and counts the view. */
@Injectable()
class EarlyReaderAnswers extends EarlyAnswers {
  readonly #publicUrl: string;

  constructor(
    private readonly pages: UnchangedPages,
    private readonly views: PageViews,
    address: ApiAddress,
  ) {
    super();
    this.#publicUrl = address.url;
  }

  answer(request: FastifyRequest, reply: FastifyReply): boolean {
    if (broughtBy(sentAddress(request))) return false;
    const asked = readerRequest(request, siteAddress(request, this.#publicUrl));
    const page = this.pages.find(asked);
    if (!page) return false;
    if (page.viewed) this.views.note(page.viewed, browserOf(request));
    sendKept(request, reply, page.kept);
    return true;
  }
}

export const earlyReaderAnswers: Provider = { provide: EarlyAnswers, useClass: EarlyReaderAnswers };
