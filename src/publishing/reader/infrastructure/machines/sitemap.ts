import { Turns } from '#kernel/application/turns';
import { changedAt, type ListedPage, type ListedSpace } from './listed-pages.js';
import { XML_HEAD, xmlText } from '../../domain/machines/xml.js';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** Of one file: the format allows more, but they are made and kept as a whole. */
const MOST_URLS = 5_000;

/** The name of the nth file with the pages of a site space, from 1. */
export function sitemapOfPart(part: number): string {
  return part === 1 ? 'sitemap-pages.xml' : `sitemap-pages-${part}.xml`;
}

/** How many parts so many pages can have at most. */
export const mostParts = (pages: number): number => Math.max(1, Math.ceil(pages / MOST_URLS));

/** The part whose name a path ends with. */
export function partInPath(path: string): number {
  return Number(/-(\d+)\.xml$/.exec(path)?.[1] ?? 1);
}

/** The sitemaps of site spaces. */
export async function sitemapIndex(spaces: readonly ListedSpace[]): Promise<string> {
  const turns = new Turns();
  const entries: string[] = [];
  for (const { url, pages } of spaces) {
    const latest: string[] = [];
    let found = 0;
    for (const page of pages) {
      await turns.next();
      if (!isFound(page)) continue;
      const part = Math.floor(found++ / MOST_URLS);
      const changed = changedAt(page.node);
      if (changed > (latest[part] ?? '')) latest[part] = changed;
    }
    for (const [at, changed] of latest.entries()) entries.push(entryOf(url + sitemapOfPart(at + 1), changed));
  }
  return `${XML_HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${entries.join('\n')}\n</sitemapindex>\n`;
}

const entryOf = (url: string, changed: string): string =>
  `<sitemap><loc>${xmlText(url)}</loc><lastmod>${xmlText(changed)}</lastmod></sitemap>`;

/**
 * Some of the pages of a site space, with the same pages in the languages of others. `translations` do not include the
 * space. Undefined for a part that is not there, but for the first.
 */
export async function sitemapOfPages(
  space: ListedSpace,
  translations: readonly ListedSpace[],
  part = 1,
): Promise<string | undefined> {
  const turns = new Turns();
  const own = await foundIn(space, turns);
  const shown = [...own.pages.values()].slice((part - 1) * MOST_URLS, part * MOST_URLS);
  if (shown.length === 0 && part > 1) return undefined;
  const versions = [own, ...(await Promise.all(translations.map((version) => foundIn(version, turns))))];
  const urls: string[] = [];
  for (const page of shown) {
    const same = versions.flatMap(({ language, pages }) => {
      const found = pages.get(page.node.path);
      return found ? [{ language, url: found.url }] : [];
    });
    const links = same.length < 2 ? [] : same.map(alternate);
    urls.push(
      `<url><loc>${xmlText(page.url)}</loc><lastmod>${xmlText(changedAt(page.node))}</lastmod>${links.join('')}</url>`,
    );
    await turns.next();
  }
  const alternates = translations.length === 0 ? '' : ' xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return `${XML_HEAD}<urlset xmlns="${NAMESPACE}"${alternates}>\n${urls.join('\n')}\n</urlset>\n`;
}

interface Version {
  language: string;
  /** By their paths. */
  pages: ReadonlyMap<string | undefined, ListedPage>;
}

async function foundIn({ placed, pages }: ListedSpace, turns: Turns): Promise<Version> {
  const byPath = new Map<string | undefined, ListedPage>();
  for (const page of pages) {
    if (isFound(page)) byPath.set(page.node.path, page);
    await turns.next();
  }
  return { language: placed.siteSpace.space.language ?? '', pages: byPath };
}

const isFound = ({ node }: ListedPage): boolean => node.record.noRobotsIndex !== true;

function alternate({ language, url }: { language: string; url: string }): string {
  return `<xhtml:link rel="alternate" hreflang="${xmlText(language)}" href="${xmlText(url)}"/>`;
}
