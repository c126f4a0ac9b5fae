import type { Answer, ApiClient, Json } from '#testing/api-client';
import type { TestServer } from '#testing/test-server';

/** The visitor's claims, as a renderer sends them. */
export interface Shown {
  jwtToken?: string;
  unsignedClaims?: Record<string, unknown>;
}

/** A page of a site as it was read. */
export interface ReadPage {
  title: string;
  /** Relative to the site space; undefined for pages without an address. */
  path: string | undefined;
  /** The text of its document, line by line. */
  text: string;
}

/** How many prefixes of a path are looked up separately. */
const MOST_PREFIXES = 4;

/** Reads published sites for a visitor, request by request like a renderer. */
export class SiteReader {
  constructor(
    private readonly server: TestServer,
    private readonly shown?: Shown,
  ) {}

  /**
   * Looks up the host, the first segments and the whole address at the same time. Renderers use the first complete
   * response, else that of the whole address: both must be the same.
   */
  async find(url: string): Promise<Answer> {
    const { origin, pathname } = new URL(url);
    const segments = pathname.split('/').filter((segment) => segment !== '');
    const upTo = segments.includes('~') ? segments.indexOf('~') : segments.length;
    const counts = Array.from({ length: Math.min(upTo, MOST_PREFIXES) + 1 }, (_, count) => count);
    const prefixes = counts.map((count) => [origin, ...segments.slice(0, count)].join('/'));
    const [primary, ...others] = await Promise.all([url, ...prefixes].map((each) => this.#resolve(each)));
    const count = others.findIndex(({ status, body }) => status === 200 && body['complete'] === true);
    const complete = others[count];
    if (complete && primary && upTo === segments.length) {
      const rest = segments.slice(count).map(encodeURIComponent).join('/');
      const expected: Record<string, unknown> = { ...complete.body, pathname: rest };
      for (const member of ['siteSpace', 'apiToken', 'basePath', 'pathname'] as const)
        if (expected[member] !== primary.body[member]) throw new Error(`A part of ${url} has another ${member}`);
    }
    return primary as Answer;
  }

  /** Everything for showing a site space: the site, the space, its revision and every page. */
  async read(url: string) {
    const found = await this.find(url);
    if (found.status !== 200 || 'redirect' in found.body) throw new Error(`Nothing is at ${url}: ${found.text}`);
    const lookup = found.body;
    const api = this.server.as(String(lookup['apiToken']));
    const query = 'shareKey' in lookup ? { shareKey: String(lookup['shareKey']) } : {};
    const { organization, site, space: id } = lookup as unknown as Record<string, string>;
    const published = had(await api.get(`/v1/orgs/${organization}/sites/${site}/published`, { query }));
    const space = had(await api.get(`/v1/spaces/${id}`, { query }));
    return { lookup, api, published, space, pages: await this.pages(api, space, space.revision) };
  }

  /** Every page of a revision, with the text of its document. */
  async pages(api: ApiClient, { id }: Json, revision: string): Promise<ReadPage[]> {
    const path = `/v1/spaces/${id}/revisions/${revision}`;
    const all = (level: Json[]): Json[] => level.flatMap((page) => [page, ...all(page.pages)]);
    const query = { evaluated: 'deterministic-only', dereferenced: 'reusable-contents' };
    const pages: ReadPage[] = [];
    for (const page of all(had(await api.get(path, { query: { metadata: true } })).pages)) {
      const document =
        page.type === 'document' ? had(await api.get(`${path}/page/${page.id}/document`, { query })) : undefined;
      pages.push({ title: page.title, path: page.path, text: (document?.nodes ?? []).map(textOf).join('\n') });
    }
    return pages;
  }

  #resolve(url: string): Promise<Answer> {
    const visitor = this.shown && { type: 'human', ...this.shown };
    return this.server.anonymous.post('/v1/urls/published', { url, ...(visitor ? { visitor } : {}), cacheBust: 1 });
  }
}

function had({ status, text, body }: Answer): Json {
  if (status !== 200) throw new Error(`It was not there: ${status} ${text}`);
  return body;
}

function textOf(node: Json): string {
  if (node.object === 'text') return (node['leaves'] as Json[]).map((leaf) => leaf['text']).join('');
  return (node.nodes ?? []).map(textOf).join(node.object === 'block' && node.type !== 'paragraph' ? '\n' : '');
}
