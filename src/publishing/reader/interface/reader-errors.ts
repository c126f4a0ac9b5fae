import { Catch } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ErrorFilter } from '#kernel/interface/error.filter';
import { FaultPages } from '../application/fault-pages.js';
import { sendPage } from './reader-reply.js';

/** A site under the server's own URL; the start page otherwise, which is that of a site on its own host. */
const SITE = /^\/s\/[\w-]+\//;

/** Shows browsers a page where others are given JSON. It says no more: what is hidden looks like what never was. */
@Catch()
export class ReaderErrors extends ErrorFilter {
  constructor(private readonly pages: FaultPages) {
    super();
  }

  protected override answer(reply: FastifyReply, status: number, message: string): void {
    const { headers, method, originalUrl } = reply.request;
    const isBrowser = headers.accept?.includes('text/html') === true && (method === 'GET' || method === 'HEAD');
    if (!isBrowser) return super.answer(reply, status, message);
    const root = status === 404 ? '/' : (SITE.exec(originalUrl)?.[0] ?? '/');
    void reply.status(status).send(sendPage(reply, this.pages.draw(status, headers['accept-language'], root)));
  }
}
