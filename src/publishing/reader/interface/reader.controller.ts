import {
  Controller,
  Get,
  NotFoundException,
  Post,
  Req,
  Res,
  ServiceUnavailableException,
  UseFilters,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Form, SentForm } from '#kernel/interface/bodies/forms';
import { sentAddress, siteAddress } from '#kernel/interface/http/site-addresses';
import { setCookie } from '#kernel/interface/pages/cookies';
import { sentOnce } from '#kernel/interface/pages/kept-page';
import { ForPages, ForSessions, TakesForm, Untraced } from '#kernel/interface/route-flags';
import { DrawAllPages } from '../application/all-pages.queries.js';
import { ReadMachineText } from '../application/machines/machine-texts.queries.js';
import { DrawConnectPage, ReadSitePrint } from '../application/page-actions.queries.js';
import { ReadSitePage, type ReaderRequest } from '../application/reader.queries.js';
import { DrawSearchPage, SearchServedSite } from '../application/search-page.queries.js';
import { ReadSignOut } from '../application/sign-out.queries.js';
import { ReadSharedFile, ReadSiteFile } from '../application/site-files.queries.js';
import { PageViews } from '../application/page-views.js';
import { GivePageFeedback, PrintSitePage } from '../application/reader.commands.js';
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
import { redirectTo, sendAnswer, sendDrawn, sendFile, sendJson, sendText } from './reader-reply.js';

/** A site under the server's own URL, or its preview; of signs that the path of a cookie may have. */
const SERVED = /^\/(?:s\/[!-.0-:=-~]+|o\/[!-.0-:=-~]+\/sites\/[!-.0-:=-~]+\/preview)(?=\/|$)/;
const YEAR_SECONDS = 31_536_000;
const DAY_SECONDS = 86_400;
const THEMES = ['light', 'dark', 'system'];
const RATINGS = ['bad', 'ok', 'good'] as const;
const NOTHING = 'No site is published at this address';
const ASK_AGAIN_AFTER_SECONDS = 15;

/** Published sites, under the server's own URL and at host names of their own, and what members see before others. */
@ApiExcludeController()
@UseFilters(ReaderErrors)
@Controller(['s/:siteId', 'o/:organizationId/sites/:siteId/preview'])
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
  @ForSessions()
  @ForPages()
  @Untraced()
  async read(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    const address = siteAddress(request, this.#publicUrl);
    const special = specialIn(address.path);
    if (special) return this.#special(special, request, reply);
    if (SERVED.exec(address.path)?.[0] === address.path) return redirectTo(reply, `${address.path}/`, 308);
    const brought = broughtBy(sentAddress(request));
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

  /** What pages send: the theme that a reader chose, what they think of a page, and that they want it as PDF. */
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
    if (special?.name === 'pdf') return this.#pdf(special.base, form.text('page'), request, reply);
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

  async #pdf(base: string, page: string, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const print = await this.dispatcher.run(new PrintSitePage(this.#at(base, request), page));
    const path = print && (await this.dispatcher.ask(new ReadSitePrint(print)));
    if (path === undefined) throw new NotFoundException(NOTHING);
    if (path !== 'late') return redirectTo(reply, path, 303);
    void reply.header('retry-after', ASK_AGAIN_AFTER_SECONDS);
    throw new ServiceUnavailableException('The PDF is being made and takes longer than a request: ask again');
  }

  #special(special: Special, request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> {
    const { base, name } = special;
    const asked = this.#at(base, request);
    if (name === 'search') return this.#search(asked, request, reply);
    if (name === 'sign-out') return this.#signOut(asked, request, reply);
    if (name === 'pages') return this.#pages(asked, request, reply);
    if (name === 'connect') return this.#connect(asked, request, reply);
    return this.#file(special, asked, request, reply);
  }

  async #search(asked: ReaderRequest, request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> {
    const { q = '', page } = request.query as Record<string, string | undefined>;
    const search = { query: q, after: page };
    if (request.headers.accept?.includes('application/json')) {
      const hits = await this.dispatcher.ask(new SearchServedSite(asked, search));
      if (!hits) throw new NotFoundException(NOTHING);
      return sentOnce(request, reply, sendJson(reply, { hits }));
    }
    const text = await this.dispatcher.ask(new DrawSearchPage(asked, search));
    if (text === undefined) throw new NotFoundException(NOTHING);
    return sendDrawn(reply, text);
  }

  async #pages(asked: ReaderRequest, request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> {
    const { page = '1' } = request.query as Record<string, string | undefined>;
    const kept = /^[1-9]\d{0,4}$/.test(page) && (await this.dispatcher.ask(new DrawAllPages(asked, Number(page))));
    if (!kept) throw new NotFoundException(NOTHING);
    return sendText(request, reply, kept);
  }

  async #connect(asked: ReaderRequest, request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> {
    const kept = await this.dispatcher.ask(new DrawConnectPage(asked));
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

  /** Forgets who the visitor is, and leads them to where those who signed them in do the same. */
  async #signOut(asked: ReaderRequest, request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const url = await this.dispatcher.ask(new ReadSignOut(asked));
    const path = this.#cookiePath(request);
    for (const name of [VISITOR_COOKIE, CLAIMS_COOKIE])
      setCookie(reply, name, '', { publicUrl: this.#publicUrl, maxAgeSeconds: 0, path });
    return redirectTo(reply, url ?? path, 303);
  }

  /** What is read at the beginning of a site or a site space. */
  #at(base: string, request: FastifyRequest): ReaderRequest {
    const { origin } = siteAddress(request, this.#publicUrl);
    return readerRequest(request, { origin, path: `${base}/` });
  }

  #remember({ token, claims, rest }: Brought, request: FastifyRequest, reply: FastifyReply): string {
    const options = { publicUrl: this.#publicUrl, maxAgeSeconds: DAY_SECONDS, path: this.#cookiePath(request) };
    if (token !== undefined) setCookie(reply, VISITOR_COOKIE, token, options);
    if (Object.keys(claims).length > 0)
      setCookie(reply, CLAIMS_COOKIE, new URLSearchParams(claims).toString(), options);
    return redirectTo(reply, rest, 303);
  }

  /** For the site alone, where several are on one host. */
  #cookiePath(request: FastifyRequest): string {
    const { origin, path } = siteAddress(request, this.#publicUrl);
    const below = origin === this.#publicUrl ? SERVED.exec(path)?.[0] : '';
    // A site whose address is spelled in another way has no path for a cookie.
    if (below === undefined) throw new NotFoundException(NOTHING);
    return `${below}/`;
  }
}

/** A path on this server; undefined for any other address. */
function ownPath(address: string): string | undefined {
  return /^\/(?![/\\])[^\s\\#]{0,2000}$/.test(address) ? address : undefined;
}
