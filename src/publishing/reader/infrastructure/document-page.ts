import type { ShownNode, ShownPage } from '#content';
import { drawDocument, outlineOf, summaryOf, type PageContext } from '#page-html';
import type { ContentRef } from '#rich-document';
import type { DocumentPage, FrameLink, PageMetadata } from '#site-html';
import { neighboursOf } from '../domain/page-order.js';
import { hasUpdates } from './machines/feed.js';
import type { SamePage } from './same-pages.js';
import type { ServedSite } from './served-site.js';
import { hrefOfPage, isReached, type References } from './references.js';
import { actionsOf } from './page-actions.js';
import { treeEntries } from './tree-entries.js';

/** A document with what is around it on its page. */
export function documentPage(
  site: ServedSite,
  page: ShownPage,
  references: References,
  context: PageContext,
  ask: boolean,
): DocumentPage {
  const { node, tree, document } = page;
  const { record } = node;
  const { layout = {} } = record;
  const { look } = site;
  const base = site.place.basePath;
  const edit = look.git.showEditLink ? editUrl(site, page) : undefined;
  const link = (to: ShownNode): FrameLink => ({
    title: to.record.linkTitle ?? to.record.title,
    href: hrefOfPage(base, tree, to),
  });
  const { previous, next } = neighboursOf(tree, record.id);
  const shown = treeEntries(tree, node, base, references);
  return {
    kind: 'document',
    title: record.title,
    description: record.description,
    emoji: record.emoji,
    icon: record.icon,
    cover: layout.cover === false ? undefined : coverOf(page, context),
    breadcrumbs: tree.ancestorsOf(record.id).filter(isReached).map(link),
    tree: shown.entries,
    allPages: shown.cut ? `${base}~/pages` : undefined,
    outline: outlineOf(document),
    body: drawDocument(document, context),
    previous: previous && look.pagination.enabled ? link(previous) : undefined,
    next: next && look.pagination.enabled ? link(next) : undefined,
    updatedAt: record.updatedAt ?? record.createdAt,
    edit,
    tags: (record.tags ?? []).flatMap((slug) => page.tags.get(slug) ?? []),
    layout: {
      title: layout.title !== false,
      description: layout.description !== false,
      tree: layout.tableOfContents !== false,
      outline: layout.outline !== false,
      pagination: layout.pagination !== false,
      metadata: layout.metadata !== false,
      wide: layout.width === 'wide',
    },
    actions: layout.actions === false ? [] : actionsOf(site, page, { edit, ask }),
    feedback: look.feedback.enabled ? feedbackForm(site, record.id) : undefined,
  };
}

/** What others are given of the page. */
export function metadataOf(
  site: ServedSite,
  page: ShownPage,
  references: References,
  same: ReadonlyMap<string, SamePage>,
): PageMetadata {
  const { record } = page.node;
  const path = hrefOfPage(site.place.basePath, page.tree, page.node);
  const { canonical, alternates = [] } = record.metaLinks ?? {};
  const named = canonical && references.target(canonical)?.href;
  const picture = site.look.socialPreview.url;
  return {
    title: record.title,
    description: hasDescription(record) ? record.description : summaryOf(page.document),
    canonical: site.absolute(named ?? path),
    alternates:
      alternates.length === 0
        ? translationsOf(site, path, same)
        : alternates.flatMap((ref) => alternateOf(site, references, ref)),
    picture,
    hidden: isHidden(site, page),
    feed: site.absolute(feedOf(site, page)),
    updatedAt: record.updatedAt,
  };
}

const hasDescription = ({ description = '' }: ShownPage['node']['record']): boolean => description.trim() !== '';

/** The page itself and the same page in other languages; none where there are no others. */
function translationsOf(
  site: ServedSite,
  path: string,
  same: ReadonlyMap<string, SamePage>,
): PageMetadata['alternates'] {
  const others = site.translations.flatMap(({ siteSpace }) => same.get(siteSpace.id) ?? []);
  if (others.length === 0) return [];
  return [{ language: site.language, href: path }, ...others].flatMap(({ language, href }) =>
    language === undefined ? [] : [{ language, href: site.absolute(href) }],
  );
}

/** The feed of the updates on a page, or else of the changes to its space. */
function feedOf({ place }: ServedSite, { node, document }: ShownPage): string {
  const path = hasUpdates(document.nodes) ? `${(node.path ?? '').split('/').map(encodeURIComponent).join('/')}/` : '';
  return `${place.basePath}${path}feed.xml`;
}

/** Whether search engines are asked not to list a page. */
export function isHidden({ view, place }: ServedSite, { node }: ShownPage): boolean {
  const { noIndex, noRobotsIndex } = node.record;
  return view.site.visibility !== 'public' || place.preview || noIndex === true || noRobotsIndex === true;
}

function alternateOf(site: ServedSite, references: References, ref: ContentRef): PageMetadata['alternates'] {
  const target = references.target(ref);
  const spaceId = 'space' in ref ? ref.space : undefined;
  const language = spaceId === undefined ? undefined : site.showing(spaceId)?.siteSpace.space.language;
  return target && language !== undefined ? [{ language, href: site.absolute(target.href) }] : [];
}

function coverOf({ node }: ShownPage, context: PageContext): DocumentPage['cover'] {
  const { cover, layout } = node.record;
  const light = cover?.ref && context.picture(cover.ref);
  if (!light) return undefined;
  const dark = cover.refDark && context.picture(cover.refDark);
  return { light: light.src, dark: dark?.src, full: layout?.coverSize === 'full' };
}

/** Where the file of a page is shown; of a repository on a host that is not known, only its own address is. */
function editUrl({ space }: ServedSite, { gitPath }: ShownPage): string | undefined {
  const { url, repoName } = space.gitSync ?? {};
  if (url === undefined || gitPath === undefined || !/^https?:/.test(url) || !URL.canParse(url)) return undefined;
  if (new URL(url).pathname.replace(/^\/+|(?:\.git)?\/*$/g, '') === repoName) return undefined;
  return `${url.replace(/\/+$/, '')}/${gitPath.split('/').map(encodeURIComponent).join('/')}`;
}

/** Where a reader sends what they think of a page. */
function feedbackForm({ place }: ServedSite, page: string): DocumentPage['feedback'] {
  const action = `${place.basePath}~/feedback`;
  return { action, page };
}
