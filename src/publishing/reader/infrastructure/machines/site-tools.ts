import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotFound } from '#kernel/domain/errors';
import { ReadShownText, ReadShownPage } from '#content';
import type { FoundPage } from '../../domain/found-pages.js';
import type { ServedSite } from '.././served-site.js';
import { PublishedVisits, type Visit } from '../published-visits.js';
import { SiteSearches } from '../site-search.reader.js';
import { SiteTrees } from './site-trees.js';

const MOST_HITS = 10;
/** Pages in one part of a list. */
const MOST_PAGES = 500;
/** Characters of a page in one answer. */
const MOST_CHARACTERS = 60_000;

/** What the tools of a site do, as Markdown. */
@Injectable()
export class SiteTools {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly visits: PublishedVisits,
    private readonly searches: SiteSearches,
    private readonly trees: SiteTrees,
  ) {}

  async search(visit: Visit, query: string): Promise<string> {
    const { pages } = await this.searches.find(visit, { query, after: undefined }, MOST_HITS);
    if (pages.length === 0) return 'Nothing was found.';
    return pages.map((page) => hitText(visit.site, page)).join('\n\n');
  }

  /** Throws NotFound. The page is looked for as its address is opened, in any part of the site. */
  async readPage(visit: Visit, wanted: string, from: number): Promise<string> {
    const { caller, site } = visit;
    const path = pathIn(site, wanted);
    const placed = site.spaces
      .map((each) => ({ ...each, base: site.baseOf(each.siteSpace) }))
      .filter(({ base }) => `${path}/`.startsWith(base) || path.startsWith(base))
      .sort((a, b) => b.base.length - a.base.length)[0];
    const { base, siteSpace } = placed ?? { base: site.place.basePath, siteSpace: site.current.siteSpace };
    const isCurrent = siteSpace.id === site.current.siteSpace.id;
    const { id: spaceId, revision: revisionId } = siteSpace.space;
    const content = isCurrent ? this.visits.contentOf(visit) : { spaceId, revisionId };
    const below = decoded(path.slice(base.length)).replace(/\.md$/, '');
    const { node } = await this.dispatcher.ask(new ReadShownPage(caller, content, below));
    const text = await this.dispatcher.ask(new ReadShownText(caller, content, node.record.id));
    const end = from + MOST_CHARACTERS;
    const more = text.length > end ? `\n\n(Cut here: go on with from=${end} of ${text.length}.)` : '';
    return text.slice(from, end) + more;
  }

  async listPages(visit: Visit, space: string | undefined, from: number): Promise<string> {
    const { site } = visit;
    const shown = site.spaces.filter(({ siteSpace }) =>
      space === undefined ? !siteSpace.hidden : siteSpace.id === space,
    );
    if (shown.length === 0) throw new NotFound('The site has no such part');
    const lists = await this.trees.of(visit, shown);
    const lines = lists.flatMap((list) => [
      `## ${list.title} (space ${list.placed.siteSpace.id})`,
      ...list.pages.map(({ node, url }) => `- [${node.record.title}](${url})`),
    ]);
    const end = from + MOST_PAGES;
    const more = lines.length > end ? [`(Cut here: go on with from=${end} of ${lines.length}.)`] : [];
    return [...lines.slice(from, end), ...more].join('\n');
  }
}

/** The path on this server of a page that is named by its URL, or by its path below the site. */
function pathIn(site: ServedSite, wanted: string): string {
  const base = site.place.siteBasePath;
  if (!URL.canParse(wanted)) return base + encoded(wanted.replace(/^\/+|\/+$/g, ''));
  const served = site.served(wanted.split(/[?#]/, 1)[0] ?? '');
  if (!served.startsWith('/')) throw new NotFound('This is no page of the site');
  return served;
}

function hitText(site: ServedSite, { title, href, path, text }: FoundPage): string {
  const [address = '', anchor] = href.split('#', 2);
  const url = site.canonical(address) + (anchor === undefined ? '' : `#${anchor}`);
  return `[${title}](${url})\n${path.join(' > ')}\n${text.map((part) => part.text).join('')}`;
}

const encoded = (path: string): string =>
  path
    .split('/')
    .map((part) => encodeURIComponent(decoded(part)))
    .join('/');

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
