/** What a site offers to assistants, in the form of an AI catalog. */
export interface CatalogSite {
  id: string;
  title: string;
  description: string | undefined;
  /** The canonical URL of the site, with a slash at its end. */
  url: string;
  /** Titles of pages, the first ones. */
  pages: readonly string[];
  updatedAt: string | undefined;
}

export const CATALOG_TYPE = 'application/ai-catalog+json';
const VERSION = '1.0';
const MOST_QUERIES = 5;

/** The tools and the list of pages of a site. */
export function siteCatalog(site: CatalogSite): string {
  const { title, description = `The documentation ${title}`, url, updatedAt } = site;
  const dated = updatedAt === undefined ? {} : { updatedAt };
  const queries = queriesFor(site);
  const entries = [
    {
      identifier: idOf(site, 'mcp'),
      type: 'application/mcp-server-card+json',
      displayName: title,
      description,
      data: {
        name: `${reversed(hostOf(url))}/${site.id.toLowerCase()}`,
        ...{ title, description, version: '1.0.0' },
        remotes: [{ type: 'streamable-http', url: `${url}~/mcp` }],
      },
      representativeQueries: queries,
      ...dated,
    },
    {
      identifier: idOf(site, 'docs'),
      type: 'text/markdown',
      displayName: `${title}: list of pages`,
      description,
      url: `${url}llms.txt`,
      representativeQueries: queries,
      ...dated,
    },
  ];
  return written(title, url, entries);
}

/** The catalogs of the sites of a server. */
export function serverCatalog(url: string, sites: readonly Pick<CatalogSite, 'id' | 'title' | 'url'>[]): string {
  const entries = sites.map((site) => ({
    identifier: idOf(site, 'catalog'),
    type: CATALOG_TYPE,
    displayName: site.title,
    url: `${site.url}.well-known/ai-catalog.json`,
    representativeQueries: queriesFor({ title: site.title, pages: [] }),
  }));
  return written(hostOf(url), url, entries);
}

function written(displayName: string, url: string, entries: readonly object[]): string {
  const host = { displayName, identifier: `did:web:${hostOf(url)}`, documentationUrl: url };
  return JSON.stringify({ specVersion: VERSION, host, entries }, null, 2);
}

function idOf({ id, url }: { id: string; url: string }, namespace: string): string {
  return `urn:air:${hostOf(url)}:${namespace}:${id}`;
}

/** Two to five. */
function queriesFor({ title, pages }: Pick<CatalogSite, 'title' | 'pages'>): string[] {
  const asked = pages.map((page) => `What does ${title} say about ${page}?`);
  return [`How do I get started with ${title}?`, ...asked, `What is documented in ${title}?`].slice(0, MOST_QUERIES);
}

const hostOf = (url: string): string => new URL(url).hostname;

/** `com.example.docs` for `docs.example.com`, as names of MCP servers begin. */
const reversed = (host: string): string => host.split('.').reverse().join('.');
