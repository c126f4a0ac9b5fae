import { changedAt, type ListedPage, type ListedSpace } from './listed-pages.js';
import { XML_HEAD, xmlText } from '../../domain/machines/xml.js';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** What the format allows in one file. */
const MOST_URLS = 50_000;
export const SITEMAP_OF_PAGES = 'sitemap-pages.xml';

/** The sitemaps of site spaces. */
export function sitemapIndex(spaces: readonly ListedSpace[]): string {
  const entries = spaces.flatMap(({ url, pages }) => {
    const found = pages.filter(isFound);
    if (found.length === 0) return [];
    const latest = found.map(({ node }) => changedAt(node)).reduce((a, b) => (a > b ? a : b));
    return [`<sitemap><loc>${xmlText(url + SITEMAP_OF_PAGES)}</loc><lastmod>${xmlText(latest)}</lastmod></sitemap>`];
  });
  return `${XML_HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</sitemapindex>\n`;
}

/** The pages of a site space, with the same pages in the languages of others. `translations` do not include the space. */
export function sitemapOfPages(space: ListedSpace, translations: readonly ListedSpace[]): string {
  const versions = [space, ...translations].map(({ placed, pages }) => ({
    language: placed.siteSpace.space.language ?? '',
    pages: new Map(pages.filter(isFound).map((page) => [page.node.path, page])),
  }));
  const urls = space.pages
    .filter(isFound)
    .slice(0, MOST_URLS)
    .map((page) => {
      const same = versions.flatMap(({ language, pages }) => {
        const found = pages.get(page.node.path);
        return found ? [{ language, url: found.url }] : [];
      });
      const links = same.length < 2 ? [] : same.map(alternate);
      return `<url><loc>${xmlText(page.url)}</loc><lastmod>${xmlText(changedAt(page.node))}</lastmod>${links.join('')}</url>`;
    });
  const alternates = translations.length === 0 ? '' : ' xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `${XML_HEAD}<urlset xmlns="${NAMESPACE}"${alternates}>\n${urls.join('\n')}\n</urlset>\n`;
}

const isFound = ({ node }: ListedPage): boolean => node.record.noRobotsIndex !== true;

function alternate({ language, url }: { language: string; url: string }): string {
  return `<xhtml:link rel="alternate" hreflang="${xmlText(language)}" href="${xmlText(url)}"/>`;
}
