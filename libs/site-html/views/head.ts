import { group, h, safeHref, safeSrc, type Child, type Element } from '#page-html';
import type { FrameFiles, SiteFrame, SitePage } from '../model.js';
import { sheetsFor } from '../style/style.js';

/** What browsers, search engines, social networks and feed readers are given. */
export function drawHead({ frame, metadata, content }: SitePage): Element {
  const { title, description, hidden } = metadata;
  const whole = title === frame.title || title === '' ? frame.title : `${title} | ${frame.title}`;
  return group(
    h('meta', { charset: 'utf-8' }),
    h('title', null, whole),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: schemeOf(frame.theme.chosen ?? frame.theme.byDefault) }),
    ...themeColors(frame.theme.chosen ?? frame.theme.byDefault, frame.topColors),
    h('link', { rel: 'stylesheet', href: frame.files.style }),
    ...[frame.files.api, frame.files.kit].map((href) => href !== undefined && h('link', { rel: 'stylesheet', href })),
    h('script', { src: frame.files.script, type: 'module' }),
    meta('description', description),
    (hidden || content.kind !== 'document') && h('meta', { name: 'robots', content: 'noindex' }),
    ...addresses(metadata),
    ...icons(frame.files),
    content.kind === 'document' ? social({ frame, metadata, content }) : null,
  );
}

/** A whole page with what its head has of what was drawn: style sheets that only some pages need, and data. */
export function withHead(html: string, { shared }: FrameFiles, isDocument: boolean, data = ''): string {
  const links = sheetsFor(html, isDocument).map((name) => `<link rel="stylesheet" href="${shared}${name}"/>`);
  return `<!doctype html>${html.replace('</head>', () => `${links.join('')}${data}</head>`)}`;
}

const schemeOf = (theme: 'light' | 'dark' | 'system'): string => (theme === 'system' ? 'light dark' : theme);

function themeColors(theme: 'light' | 'dark' | 'system', colors: SiteFrame['topColors']): Child[] {
  if (theme !== 'system') return [h('meta', { name: 'theme-color', content: colors[theme] })];
  return (['light', 'dark'] as const).map((one) =>
    h('meta', { name: 'theme-color', content: colors[one], media: `(prefers-color-scheme: ${one})` }),
  );
}

/** Browsers show icons beside their own bars, so the mode is that of the system. */
function icons({ icon, darkIcon }: FrameFiles): Child[] {
  if (darkIcon === undefined || darkIcon === icon) return [h('link', { rel: 'icon', href: icon })];
  return [
    h('link', { rel: 'icon', href: icon, media: '(prefers-color-scheme: light)' }),
    h('link', { rel: 'icon', href: darkIcon, media: '(prefers-color-scheme: dark)' }),
  ];
}

const meta = (name: string, content: string | undefined): Child =>
  content !== undefined && content !== '' && h('meta', { name, content });

const property = (name: string, content: string | undefined): Child =>
  content !== undefined && content !== '' && h('meta', { property: name, content });

/** Where the page is, in which languages, and the feed of what changed. */
function addresses({ canonical, alternates, feed }: SitePage['metadata']): Child[] {
  const one = (rel: string, address: string | undefined, more: Record<string, string> = {}): Child => {
    const href = address === undefined ? undefined : safeHref(address);
    return href !== undefined && h('link', { rel, href, ...more });
  };
  return [
    one('canonical', canonical),
    ...alternates.map(({ language, href }) => one('alternate', href, { hreflang: language })),
    one('alternate', feed, { type: 'application/atom+xml' }),
  ];
}

function social({ frame, metadata }: SitePage): Element {
  const picture = metadata.picture === undefined ? undefined : safeSrc(metadata.picture);
  return group(
    property('og:type', 'article'),
    property('og:site_name', frame.title),
    property('og:title', metadata.title),
    property('og:description', metadata.description),
    property('og:url', safeHref(metadata.canonical)),
    property('og:locale', frame.language.replace('-', '_')),
    property('og:image', picture),
    property('article:modified_time', metadata.updatedAt),
    meta('twitter:card', picture === undefined ? 'summary' : 'summary_large_image'),
  );
}
