import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import { ReadShownPage } from '#content';
import {
  ReadMachineText,
  type MachineFile,
  type MachineText,
} from '../../application/machines/machine-texts.queries.js';
import type { KeptText } from '../../application/reader.queries.js';
import { CATALOG_TYPE, siteCatalog } from '../../domain/machines/catalog.js';
import { atomFeed, changedPages, updatesOf } from './feed.js';
import type { ListedSpace } from './listed-pages.js';
import { llmsText } from './llms-text.js';
import { robotsText } from '../../domain/machines/robots.js';
import { mostParts, partInPath, sitemapIndex, sitemapOfPages, sitemapOfPart } from './sitemap.js';
import type { ServedSite } from '.././served-site.js';
import { KeptTexts } from '../kept-texts.js';
import { PublishedVisits, type Visit } from '../published-visits.js';
import { hrefOfPage } from '../references.js';
import { isShared } from '../site-page.reader.js';
import { readPlace } from '../visit-log.js';
import { LlmsTexts } from './llms-texts.js';
import { SiteTrees } from './site-trees.js';

interface FileKind {
  type: string;
  /** Names in addresses. */
  names: readonly string[];
  /** Whether assistants read it, so that a site that leaves them out has none. */
  assistants?: boolean;
}

/** Pages whose titles the catalog looks at, the first one included. */
const MOST_TITLES = 4;

const TEXT = 'text/plain; charset=utf-8';
const XML = 'application/xml; charset=utf-8';

const KINDS: Readonly<Record<MachineFile, FileKind>> = {
  llms: { type: TEXT, names: ['llms.txt'], assistants: true },
  'llms-full': { type: TEXT, names: ['llms-full.txt'], assistants: true },
  sitemap: { type: XML, names: ['sitemap.xml'] },
  'sitemap-pages': { type: XML, names: [] },
  robots: { type: TEXT, names: ['robots.txt'] },
  feed: { type: 'application/atom+xml; charset=utf-8', names: ['feed.xml', 'rss.xml'] },
  catalog: { type: CATALOG_TYPE, names: ['.well-known/ai-catalog.json'], assistants: true },
};

/**
 * Files of a site for programs. They are kept under the versions of all that the site shows, so a change shows with the
 * next request.
 */
@QueryHandler(ReadMachineText)
export class ReadMachineTextHandler implements IQueryHandler<ReadMachineText> {
  readonly #making = new Map<string, Promise<KeptText | undefined>>();

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly visits: PublishedVisits,
    private readonly trees: SiteTrees,
    private readonly llms: LlmsTexts,
    private readonly kept: KeptTexts,
  ) {}

  async execute({ request, file }: ReadMachineText): Promise<MachineText | undefined> {
    const kind = KINDS[file];
    const type = kind.assistants === true ? 'agent' : 'human';
    const visit = await this.visits.begin(request.url, { ...request.visitor, type });
    if (visit?.kind !== 'visit' || isPreview(visit.site)) return undefined;
    const meant = meantIn(visit.site, file);
    if (meant === undefined) return undefined;
    const key = JSON.stringify([visit.stamp, 'for programs', file, meant.page, meant.part]);
    const kept = this.kept.get(key) ?? (await this.#once(key, () => this.#make(key, visit, file, meant)));
    return kept && { kept, place: readPlace(visit.site, undefined) };
  }

  /** Who asks at the same time shares the work. */
  #once(key: string, make: () => Promise<KeptText | undefined>): Promise<KeptText | undefined> {
    let making = this.#making.get(key);
    if (!making) this.#making.set(key, (making = make().finally(() => this.#making.delete(key))));
    return making;
  }

  async #make(key: string, visit: Visit, file: MachineFile, { page, part }: Meant): Promise<KeptText | undefined> {
    const text = page === '' ? await this.#text(visit, file, part) : await this.#pageFeed(visit, page);
    if (text === undefined) return undefined;
    const hidden = visit.site.view.site.visibility !== 'public' || file === 'llms' || file === 'llms-full';
    return this.kept.keep(key, { text, type: KINDS[file].type, shared: isShared(visit.site), hidden });
  }

  async #text(visit: Visit, file: MachineFile, part: number): Promise<string | undefined> {
    const { site } = visit;
    if (file === 'robots') return siteRobots(site);
    const isPublic = site.view.site.visibility === 'public';
    if (file === 'sitemap-pages') return isPublic ? this.#sitemapOfPages(visit, part) : undefined;
    if (file === 'sitemap' && !isPublic) return undefined;
    const spaces = await this.trees.about(visit);
    if (file === 'sitemap') return sitemapIndex(spaces);
    if (file === 'catalog') return this.#catalog(site, spaces);
    if (file === 'feed') return this.#feed(site, spaces);
    const head = this.llms.headOf(site, spaces);
    return file === 'llms' ? llmsText(head, spaces) : this.llms.full(visit, head, spaces);
  }

  async #sitemapOfPages(visit: Visit, part: number): Promise<string | undefined> {
    const { site } = visit;
    if (part > mostParts(await this.trees.sizeOf(visit))) return undefined;
    const [own, ...translations] = await this.trees.of(visit, [site.current, ...site.translations]);
    return own && sitemapOfPages(own, translations, part);
  }

  async #feed(site: ServedSite, spaces: readonly ListedSpace[]): Promise<string> {
    const url = site.canonical(site.place.basePath);
    return atomFeed({ ...headOfFeed(site), url, self: `${url}feed.xml`, entries: await changedPages(spaces) });
  }

  async #catalog(site: ServedSite, spaces: readonly ListedSpace[]): Promise<string> {
    const [first, ...next] = spaces.flatMap(({ pages }) => pages.slice(0, MOST_TITLES));
    return siteCatalog({
      id: site.place.site,
      title: site.title,
      description: first?.node.record.description,
      url: site.canonical(site.place.siteBasePath),
      pages: next.slice(0, MOST_TITLES - 1).map(({ node }) => node.record.title),
      updatedAt: (await changedPages(spaces))[0]?.updatedAt,
    });
  }

  /** Undefined for a page that tells of no updates. */
  async #pageFeed(visit: Visit, path: string): Promise<string | undefined> {
    const { caller, site } = visit;
    try {
      const page = await this.dispatcher.ask(new ReadShownPage(caller, this.visits.contentOf(visit), path));
      const url = site.canonical(hrefOfPage(site.place.basePath, page.tree, page.node));
      const entries = updatesOf(page.document, { url, node: page.node });
      if (entries.length === 0) return undefined;
      const self = `${site.canonical(site.place.basePath)}${path}/feed.xml`;
      return atomFeed({ ...headOfFeed(site), title: page.node.record.title, url, self, entries });
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }
}

/** Which of the files of a kind is asked for. */
interface Meant {
  /** The path of the page whose file it is; empty for that of the site or the site space. */
  page: string;
  /** Which one, where the pages of a site space are in several: from 1. */
  part: number;
}

function meantIn({ place: { pathname } }: ServedSite, file: MachineFile): Meant | undefined {
  const part = file === 'sitemap-pages' ? partInPath(pathname) : 1;
  const names = file === 'sitemap-pages' ? [sitemapOfPart(part)] : KINDS[file].names;
  const name = names.find((each) => pathname === each || pathname.endsWith(`/${each}`));
  if (name === undefined) return undefined;
  if (pathname === name) return { page: '', part };
  return file === 'feed' ? { page: pathname.slice(0, -name.length - 1), part } : undefined;
}

const isPreview = ({ place }: ServedSite): boolean => place.changeRequest !== undefined || place.revision !== undefined;

/** What is not for everyone is not crawled; what is unlisted says so itself, which a crawler must be able to read. */
function siteRobots(site: ServedSite): string {
  const { visibility } = site.view.site;
  if (visibility !== 'public' && visibility !== 'unlisted') return robotsText(['Disallow: /'], []);
  const base = site.canonical(site.place.siteBasePath);
  const special = ['search', 'feedback', 'mcp'].map((name) => `Disallow: ${new URL(base).pathname}~/${name}`);
  return robotsText(['Allow: /', ...special], visibility === 'public' ? [`${base}sitemap.xml`] : []);
}

const headOfFeed = (site: ServedSite): { title: string; language: string } => ({
  title: site.title,
  language: site.language,
});
