import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import { ReadShownText, ReadShownPage, type ShownPage } from '#content';
import { FindRedirect } from '../../redirects/application/redirect.queries.js';
import { ReadSitePage, type KeptText, type ReaderAnswer, type ReaderRequest } from '../application/reader.queries.js';
import type { ServedSite } from './served-site.js';
import { KeptAnswers, textAnswer, type Begun } from './kept-answers.js';
import { KeptTexts } from './kept-texts.js';
import { hrefOfPage } from './references.js';
import { PublishedVisits, type Visit } from './published-visits.js';
import { SiteDrawer } from './site-drawer.js';
import { readPlace } from './visit-log.js';

const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';
const HTML_TYPE = 'text/html; charset=utf-8';
const MARKDOWN_ENDING = /\.md$/;

/** What was drawn, and for how long it may be kept; as long as its key is the same where left out. */
interface Drawn {
  text: Omit<KeptText, 'etag'>;
  forMs?: number;
}

/** The path of this server at which the page is that had the wanted one before, or to which its content redirects. */
interface Moved {
  to: string;
}

/** What changes without the spaces that show it, such as specifications and names of people. */
const KEPT_CHANGING_MS = 5_000;

/**
 * Pages of published sites. What was drawn is kept under the versions of the site and its spaces, so a change shows with
 * the next request.
 */
@QueryHandler(ReadSitePage)
export class ReadSitePageHandler implements IQueryHandler<ReadSitePage> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly visits: PublishedVisits,
    private readonly drawer: SiteDrawer,
    private readonly kept: KeptTexts,
    private readonly answers: KeptAnswers,
  ) {}

  async execute({ request }: ReadSitePage): Promise<ReaderAnswer> {
    const known = await this.answers.answer(request);
    return known && 'kind' in known ? known : this.#slow(request, known);
  }

  async #slow(request: ReaderRequest, begun: Begun | undefined): Promise<ReaderAnswer> {
    const visit = await this.visits.begin(request.url, request.visitor);
    if (!visit) return { kind: 'nothing' };
    if (visit.kind === 'redirect') return { ...visit, permanent: false };
    const path = decodedPath(visit.site.place.pathname);
    const asMarkdown = request.markdown || MARKDOWN_ENDING.test(path);
    try {
      const { revisionId } = this.visits.contentOf(visit);
      const key = JSON.stringify([visit.stamp, revisionId, asMarkdown ? 'md' : (request.theme ?? ''), path]);
      const kept = this.kept.get(key) ?? (await this.#drawn(visit, path, asMarkdown, request, key));
      if ('to' in kept) {
        const moved = { kind: 'redirect', location: kept.to, permanent: true } as const;
        return (await this.#redirect(visit)) ?? moved;
      }
      // What one member sees of a preview is neither counted nor an answer to anyone else.
      if (visit.site.place.preview) return textAnswer(kept, undefined);
      const viewed = kept.page === undefined ? undefined : readPlace(visit.site, kept.page);
      // Changes of change requests are not heard.
      const isHeard = visit.site.place.changeRequest === undefined;
      if (begun && isHeard) this.answers.note(begun, visit.site, visit.stamp, key, viewed);
      return textAnswer(kept, viewed);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      return (await this.#redirect(visit)) ?? (await this.#fault(visit, request));
    }
  }

  async #drawn(
    visit: Visit,
    path: string,
    asMarkdown: boolean,
    request: ReaderRequest,
    key: string,
  ): Promise<KeptText | Moved> {
    const drawn = await (asMarkdown ? this.#markdown(visit, path) : this.#page(visit, path, request));
    return 'to' in drawn ? drawn : this.kept.keep(key, drawn.text, drawn.forMs);
  }

  async #page(visit: Visit, path: string, { theme }: ReaderRequest): Promise<Drawn | Moved> {
    const { caller, site } = visit;
    const content = this.visits.contentOf(visit);
    const page = await this.dispatcher.ask(new ReadShownPage(caller, content, path));
    if (page.redirected) return { to: hrefOfPage(site.place.basePath, page.tree, page.node) };
    const { html, hidden, mayChange } = await this.drawer.page(caller, site, page, theme);
    const text = { text: html, type: HTML_TYPE, shared: isShared(site), hidden, page: page.node.record.id };
    return { text, ...(mayChange ? { forMs: KEPT_CHANGING_MS } : {}) };
  }

  async #markdown(visit: Visit, path: string): Promise<Drawn | Moved> {
    const { caller, site } = visit;
    const content = this.visits.contentOf(visit);
    const wanted = path.replace(MARKDOWN_ENDING, '');
    const page = await this.dispatcher.ask(new ReadShownPage(caller, content, wanted));
    if (page.redirected) return { to: markdownHref(site, page, wanted !== path) };
    const text = await this.dispatcher.ask(new ReadShownText(caller, content, page.node.record.id));
    return { text: { text, type: MARKDOWN_TYPE, shared: isShared(site), hidden: true } };
  }

  /** Where the redirects of the site lead from a path without a page. */
  async #redirect({ caller, site }: Visit): Promise<ReaderAnswer | undefined> {
    const { organization, site: siteId, siteBasePath, basePath, pathname, shareKey } = site.place;
    const source = `/${(basePath + pathname).slice(siteBasePath.length)}`;
    try {
      const found = await this.dispatcher.ask(new FindRedirect(caller, organization, siteId, source, shareKey));
      const permanent = found.redirect?.permanent ?? false;
      return { kind: 'redirect', location: site.served(found.target), permanent };
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }

  async #fault({ caller, site }: Visit, { theme }: ReaderRequest): Promise<ReaderAnswer> {
    const text = await this.drawer.fault(caller, site, 404, theme);
    const kept = { text, type: HTML_TYPE, shared: isShared(site), hidden: true, etag: '' };
    return { kind: 'text', status: 404, kept };
  }
}

/** Whether all visitors of a site are shown the same. */
export function isShared({ view, place }: ServedSite): boolean {
  return view.site.visibility !== 'visitor-auth' && place.contextId === undefined && !place.preview;
}

/** Where the Markdown of a page is: at an address that ends so, or as was asked for with a header. */
function markdownHref({ place }: ServedSite, { tree, node }: ShownPage, byEnding: boolean): string {
  return byEnding ? `${hrefOfPage(place.basePath, undefined, node)}.md` : hrefOfPage(place.basePath, tree, node);
}

/** A path with an invalid encoding is that of no page. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
