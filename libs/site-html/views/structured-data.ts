import { safeHref, safeSrc } from '#page-html';
import type { DocumentPage, SitePage } from '../model.js';

/** Characters that could end the block of data, or are line ends in scripts only. */
const ESCAPED = /[<>&\u2028\u2029]/g;

const written = (data: object): string =>
  JSON.stringify(data).replace(ESCAPED, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * A page as search engines read it, in the vocabulary of schema.org: a block of data, which browsers do not run and
 * no policy for scripts applies to. Nothing for a page that is hidden or not a document.
 */
export function drawStructuredData(page: SitePage): string {
  const { content, metadata } = page;
  const canonical = safeHref(metadata.canonical);
  if (content.kind !== 'document' || metadata.hidden || canonical === undefined) return '';
  const graph = [article(page, canonical), ...trail(content, metadata.title, canonical)];
  return `<script type="application/ld+json">${written({ '@context': 'https://schema.org', '@graph': graph })}</script>`;
}

const article = ({ frame, metadata }: SitePage, canonical: string): object => ({
  '@type': 'TechArticle',
  headline: metadata.title,
  description: metadata.description,
  url: canonical,
  inLanguage: frame.language,
  dateModified: metadata.updatedAt,
  image: metadata.picture === undefined ? undefined : safeSrc(metadata.picture),
  isPartOf: { '@type': 'WebSite', name: frame.title, url: resolved(frame.root, canonical) },
});

/** The way to the page, if it is below others. */
function trail({ breadcrumbs }: DocumentPage, title: string, canonical: string): object[] {
  const above = breadcrumbs.flatMap(({ title: name, href }) => {
    const item = resolved(href, canonical);
    return item === undefined ? [] : [{ name, item }];
  });
  if (above.length === 0) return [];
  const items = [...above, { name: title, item: canonical }];
  return [
    {
      '@type': 'BreadcrumbList',
      itemListElement: items.map((item, index) => ({ '@type': 'ListItem', position: index + 1, ...item })),
    },
  ];
}

/** An address as it is from the page's; undefined if it is not safe or none. */
function resolved(address: string, base: string): string | undefined {
  const href = safeHref(address);
  return href !== undefined && URL.canParse(href, base) ? new URL(href, base).href : undefined;
}
