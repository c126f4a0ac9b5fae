import { Controller, Get, NotFoundException, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Form, SentForm } from '#kernel/interface/bodies/forms';
import { siteAddress } from '#kernel/interface/http/site-addresses';
import { setCookie } from '#kernel/interface/pages/cookies';
import { Public, TakesForm, Untraced } from '#kernel/interface/route-flags';
import { DrawAllPages } from '../application/all-pages.queries.js';
import { ReadMachineText } from '../application/machines/machine-texts.queries.js';
import { ReadSitePage, type ReaderRequest } from '../application/reader.queries.js';
import { DrawSearchPage, SearchServedSite } from '../application/search-page.queries.js';
import { ReadSharedFile, ReadSiteFile } from '../application/site-files.queries.js';
import { PageViews } from '../application/page-views.js';
import { GivePageFeedback } from '../application/reader.commands.js';
import {
  broughtBy,
  browserOf,
  CLAIMS_COOKIE,
  readerRequest,
  specialIn,
  THEME_COOKIE,
  VISITOR_COOKIE,
  type Brought,
  type Special,
} from './reader-request.js';
import { eventOfFile, machineFileIn } from './machines/machine-files.js';
import { ReaderErrors } from './reader-errors.js';
import { redirectTo, sendAnswer, sendFile, sendJson, sendPage, sendText } from './reader-reply.js';

/** A site under the server's own URL. */
const SERVED = /^\/s\/[^/]+/;
const YEAR_SECONDS = 31_536_000;
const DAY_SECONDS = 86_400;
const THEMES = ['light', 'dark', 'system'];
const RATINGS = ['bad', 'ok', 'good'] as const;
const NOTHING = 'No site is published at this address';

/** Published sites, under the server's own URL and at host names of their own. */
@ApiExcludeController()
@UseFilters(ReaderErrors)
@Controller('s/:siteId')
export class ReaderController {
  readonly #publicUrl: string;

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly views: PageViews,
    address: ApiAddress,
  ) {
    this.#publicUrl = address.url;
  }

  @Get(['', '*'])
  @Public()
  @Untraced()
  async read(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    const address = siteAddress(request, this.#publicUrl);
    const special = specialIn(address.path);
    if (special) return this.#special(special, request, reply);
    if (SERVED.exec(address.path)?.[0] === address.path) return redirectTo(reply, `${address.path}/`, 308);
    const brought = broughtBy(request.originalUrl);
    if (brought) return this.#remember(brought, request, reply);
    const asked = readerRequest(request, address);
    const file = machineFileIn(address.path);
    const text = file && (await this.dispatcher.ask(new ReadMachineText(asked, file)));
    if (text) {
      const event = eventOfFile(file);
      if (event) this.views.note(text.place, browserOf(request), event);
      return sendText(request, reply, text.kept);
    }
    const answer = await this.dispatcher.ask(new ReadSitePage(asked));
    if (answer.kind === 'nothing') throw new NotFoundException(NOTHING);
    if (answer.kind === 'text' && answer.viewed) this.views.note(answer.viewed, browserOf(request));
    return sendAnswer(request, reply, answer);
  }

  /** What pages send: the theme that a reader chose, and what they think of a page. */
  @Post('*')
  @TakesForm()
  async send(
    @Req() request: FastifyRequest,
    @SentForm() form: Form,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const special = specialIn(siteAddress(request, this.#publicUrl).path);
    const back = ownPath(form.text('back')) ?? `${special?.base ?? ''}/`;
    if (special?.name === 'theme') return this.#choose(special.base, form.text('theme'), back, reply);
    if (special?.name === 'feedback') return this.#rate(special.base, form, request, back, reply);
    throw new NotFoundException('There is no such form');
  }

  #choose(base: string, theme: string, back: string, reply: FastifyReply): string {
    const options = { publicUrl: this.#publicUrl, maxAgeSeconds: YEAR_SECONDS, path: `${base}/`, readable: true };
    if (THEMES.includes(theme)) setCookie(reply, THEME_COOKIE, theme, options);
    return redirectTo(reply, back, 303);
  }

  async #rate(base: string, form: Form, request: FastifyRequest, back: string, reply: FastifyReply): Promise<string> {
    const rating = RATINGS.find((each) => each === form.text('rating'));
    const asked = this.#at(base, request);
    const taken =
      rating !== undefined &&
      (await this.dispatcher.run(new GivePageFeedback(asked, browserOf(request), form.text('page'), rating)));
    if (!taken) throw new NotFoundException(NOTHING);
    return redirectTo(reply, `${back}#feedback`, 303);
  }

  #special(special: Special, request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> {
    const { base, name } = special;
    const asked = this.#at(base, request);
    if (name === 'search') return this.#search(asked, request, reply);
    if (name === 'pages') return this.#pages(asked, request, reply);
    return this.#file(special, asked, request, reply);
  }

  async #search(asked: ReaderRequest, request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> {
    const { q = '', page } = request.query as Record<string, string | undefined>;
    const search = { query: q, after: page };
    if (request.headers.accept?.includes('application/json')) {
      const hits = await this.dispatcher.ask(new SearchServedSite(asked, search));
      if (!hits) throw new NotFoundException(NOTHING);
      return sendJson(reply, { hits });
    }
    const text = await this.dispatcher.ask(new DrawSearchPage(asked, search));
    if (text === undefined) throw new NotFoundException(NOTHING);
    return sendPage(reply, text);
  }

  async #pages(asked: ReaderRequest, request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> {
    const { page = '1' } = request.query as Record<string, string | undefined>;
    const kept = /^[1-9]\d{0,4}$/.test(page) && (await this.dispatcher.ask(new DrawAllPages(asked, Number(page))));
    if (!kept) throw new NotFoundException(NOTHING);
    return sendText(request, reply, kept);
  }

  async #file(
    { name }: Special,
    asked: ReaderRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string | Buffer> {
    const shared = await this.dispatcher.ask(new ReadSharedFile(name));
    if (shared) return sendFile(request, reply, shared);
    const [, version] = /^look\.(.+)\.css$/.exec(name) ?? [];
    const kind = name === 'icon.svg' ? 'icon' : version === undefined ? undefined : 'look';
    const file = kind && (await this.dispatcher.ask(new ReadSiteFile(asked.url, asked.visitor, kind, version)));
    if (!file) throw new NotFoundException('There is no such file');
    return sendFile(request, reply, file);
  }

  /** What is read at the beginning of a site or a site space. */
  #at(base: string, request: FastifyRequest): ReaderRequest {
    const { origin } = siteAddress(request, this.#publicUrl);
    return readerRequest(request, { origin, path: `${base}/` });
  }

  /** For the site alone, where several are on one host. */
  #remember({ token, claims, rest }: Brought, request: FastifyRequest, reply: FastifyReply): string {
    const { origin, path: wanted } = siteAddress(request, this.#publicUrl);
    const path = origin === this.#publicUrl ? `${SERVED.exec(wanted)?.[0] ?? ''}/` : '/';
    const options = { publicUrl: this.#publicUrl, maxAgeSeconds: DAY_SECONDS, path };
    if (token !== undefined) setCookie(reply, VISITOR_COOKIE, token, options);
    if (Object.keys(claims).length > 0)
      setCookie(reply, CLAIMS_COOKIE, new URLSearchParams(claims).toString(), options);
    return redirectTo(reply, rest, 303);
  }
}

/** A path on this server; undefined for any other address. */
function ownPath(address: string): string | undefined {
  return /^\/(?![/\\])[^\s\\#]{0,2000}$/.test(address) ? address : undefined;
}
