import { Controller, Get, HttpCode, NotFoundException, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Form, SentForm } from '#kernel/interface/bodies/forms';
import { siteAddress } from '#kernel/interface/http/site-addresses';
import { ForReaders, ForSessions, TakesForm, Untraced } from '#kernel/interface/route-flags';
import { DrawBlock } from '../../application/blocks/block.queries.js';
import { ReaderErrors } from '../reader-errors.js';
import { sendPage } from '../reader-reply.js';
import { readerRequest } from '../reader-request.js';

/** The path of a page, as the form of a block has it. */
const PAGE = /^\/(?![/\\])[^\s\\?#]{0,2000}$/;
/** The place of a block in its page, from 1. */
const PLACE = /^[1-9]\d{0,3}$/;
/** What the script of pages accepts: a block without its page. */
const ALONE = 'text/html;alone';

/** Blocks of integrations in pages: those that were not there in time, and what readers do in them. */
@ApiExcludeController()
@UseFilters(ReaderErrors)
@Controller('s/:siteId/~/block')
export class BlocksController {
  readonly #publicUrl: string;

  constructor(
    private readonly dispatcher: Dispatcher,
    address: ApiAddress,
  ) {
    this.#publicUrl = address.url;
  }

  @Get()
  @ForSessions()
  @ForReaders()
  async show(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { page = '', block = '' } = request.query as Record<string, string | undefined>;
    return sendBlock(reply, await this.dispatcher.ask(this.#wanted(request, String(page), String(block))));
  }

  /** Only from a page of the same origin. */
  @Post()
  @HttpCode(200)
  @TakesForm()
  @Untraced()
  async act(
    @Req() request: FastifyRequest,
    @SentForm() form: Form,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const wanted = this.#wanted(request, form.text('page'), form.text('block'), form.fields);
    return sendBlock(reply, await this.dispatcher.ask(wanted));
  }

  #wanted(request: FastifyRequest, page: string, block: string, fields?: URLSearchParams): DrawBlock {
    const { origin, path: here } = siteAddress(request, this.#publicUrl);
    const site = here.slice(0, here.lastIndexOf('/~/block'));
    if (!PAGE.test(page) || !page.startsWith(`${site}/`) || !PLACE.test(block)) throw nothing();
    const asked = readerRequest(request, { origin, path: page });
    const named = { index: Number(block) - 1, isAlone: request.headers.accept === ALONE };
    return new DrawBlock(asked, request.ip, named, fields);
  }
}

function sendBlock(reply: FastifyReply, html: string | undefined): string {
  if (html === undefined) throw nothing();
  return sendPage(reply, html);
}

const nothing = (): NotFoundException => new NotFoundException('No such block is shown here');
