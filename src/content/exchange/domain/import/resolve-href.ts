import type { ContentRef } from '#rich-document';
import type { PlannedFile, PlannedPage, PlannedReusableContent } from './import-plan.js';
import { SourceIndex } from './source-index.js';
import { decodePercent, folderOf, isExternal, isScript, joinPath, splitHref } from './source-path.js';

/**
 * The use of a URL in a document. An image or a file is no page, an include is a reusable content, and anything else
 * may lead to anything but a reusable content.
 */
export type HrefUse =
  | 'link'
  | 'image'
  | 'file'
  | 'drawing'
  | 'cover'
  | 'swagger'
  | 'include'
  | 'content-ref'
  | 'openapi'
  | 'mention'
  | 'button'
  | 'cell'
  | 'tag';

/** Tags and specifications are known by name: a page whose path happens to be `openapi/<name>` is not meant. */
const NAMED_USES: ReadonlySet<HrefUse> = new Set(['tag', 'openapi']);
const FILE_USES: ReadonlySet<HrefUse> = new Set(['image', 'file', 'drawing', 'cover', 'swagger']);

/**
 * What `href`, as written in the file at `fromPath`, refers to. External addresses stay URLs. Undefined when nothing is
 * there: the caller keeps the text and reports it.
 */
export type ResolveHref = (fromPath: string, href: string, use: HrefUse) => ContentRef | undefined;

type Found = { kind: 'page' | 'file' | 'reusable-content'; id: string };

/** The parts of a plan that addresses are looked up in. */
export interface ResolvablePlan {
  pages: readonly Pick<PlannedPage, 'id' | 'parent' | 'type' | 'slug' | 'sourcePath' | 'titleAnchor'>[];
  files: readonly Pick<PlannedFile, 'id' | 'path'>[];
  reusableContents: readonly Pick<PlannedReusableContent, 'id' | 'sourcePath'>[];
}

const ID = /^[0-9A-Za-z_.-]+$/;

/** Indexes the plan once; each address then costs a few map look-ups. */
export function createResolver(plan: ResolvablePlan): ResolveHref {
  const sources = new SourceIndex<Found>(entriesOf(plan));
  const pageIds = new Set(plan.pages.map(({ id }) => id));
  const fileIds = new Set(plan.files.map(({ id }) => id));
  const pagesByPath = sitePaths(plan.pages);
  const titled = new Map(plan.pages.flatMap((page) => (page.titleAnchor === undefined ? [] : [[page.id, page]])));
  const titledAt = new Map([...titled.values()].map((page) => [page.sourcePath, page]));
  const pageRef = (page: string, anchor: string | undefined): ContentRef => {
    const isTitle = anchor !== undefined && anchor === titled.get(page)?.titleAnchor;
    return placeIn(page, isTitle ? undefined : anchor);
  };
  const refOf = ({ kind, id }: Found, anchor: string | undefined): ContentRef => {
    if (kind === 'page') return pageRef(id, anchor);
    return kind === 'file' ? { kind, file: id } : { kind, reusableContent: id };
  };

  const byId = (parts: readonly string[], anchor: string | undefined): ContentRef | undefined => {
    const [kind, id, inner, innerId, ...rest] = parts;
    if (id === undefined || !ID.test(id) || rest.length > 0) return undefined;
    if (kind === 'spaces') return spaceRef(id, inner, innerId, anchor);
    if (inner !== undefined) return undefined;
    if (kind === 'pages') return pageIds.has(id) ? pageRef(id, anchor) : undefined;
    if (kind === 'files') return fileIds.has(id) ? { kind: 'file', file: id } : undefined;
    return otherRef(kind, id);
  };

  const fromRoot = (path: string, anchor: string | undefined): ContentRef | undefined => {
    const parts = path.split('/').filter((part) => part !== '');
    // `/pages/<path>` is the form for any page; a page whose own path begins with `pages` comes second.
    const site =
      (parts[0] === 'pages' ? pagesByPath.get(parts.slice(1).join('/')) : undefined) ??
      pagesByPath.get(parts.join('/'));
    return byId(parts, anchor) ?? (site === undefined ? undefined : pageRef(site, anchor));
  };

  return (fromPath, href, use) => {
    const address = href.trim();
    if (address === '' || isScript(address)) return undefined;
    if (isExternal(address)) return use === 'include' ? undefined : { kind: 'url', url: address };
    const { path, anchor } = splitHref(address);
    if (path === '') {
      const own = titledAt.get(fromPath);
      const isTitle = own !== undefined && anchor === own.titleAnchor;
      const place: ContentRef | undefined = anchor ? { kind: 'anchor', anchor } : undefined;
      const here: ContentRef | undefined = isTitle ? { kind: 'page', page: own.id } : place;
      return here && fits(here, use) ? here : undefined;
    }
    if (NAMED_USES.has(use)) return path.startsWith('/') ? fromRoot(decodePercent(path), anchor) : undefined;
    const joined = joinPath(folderOf(fromPath), path);
    // A path that leads out of the root may mean the folder of assets, which is at the root.
    const found = sources.find(joined ?? path.replaceAll('\\', '/'));
    const ref = found ? refOf(found, anchor) : path.startsWith('/') ? fromRoot(decodePercent(path), anchor) : undefined;
    return ref && fits(ref, use) ? ref : undefined;
  };
}

function fits(ref: ContentRef, use: HrefUse): boolean {
  if (use === 'include') return ref.kind === 'reusable-content';
  return FILE_USES.has(use) ? ref.kind === 'file' : ref.kind !== 'reusable-content';
}

function placeIn(page: string, anchor: string | undefined): ContentRef {
  return anchor ? { kind: 'anchor', anchor, page } : { kind: 'page', page };
}

function spaceRef(
  space: string,
  kind: string | undefined,
  id: string | undefined,
  anchor: string | undefined,
): ContentRef | undefined {
  if (kind === undefined) return { kind: 'space', space };
  if (id === undefined || !ID.test(id)) return undefined;
  if (kind === 'pages') return { ...placeIn(id, anchor), space } as ContentRef;
  if (kind === 'files') return { kind: 'file', file: id, space };
  return kind === 'reusable-content' ? { kind, reusableContent: id, space } : tagRef(kind, id, space);
}

function tagRef(kind: string, tag: string, space: string): ContentRef | undefined {
  return kind === 'tags' ? { kind: 'tag', tag, space } : undefined;
}

function otherRef(kind: string | undefined, id: string): ContentRef | undefined {
  if (kind === 'collections') return { kind: 'collection', collection: id };
  if (kind === 'users') return { kind: 'user', user: id };
  if (kind === 'tags') return { kind: 'tag', tag: id };
  return kind === 'openapi' ? { kind: 'openapi', spec: id } : undefined;
}

function* entriesOf({ pages, files, reusableContents }: ResolvablePlan): IterableIterator<readonly [string, Found]> {
  for (const { id, sourcePath } of pages) if (sourcePath !== undefined) yield [sourcePath, { kind: 'page', id }];
  for (const { id, path } of files) yield [path, { kind: 'file', id }];
  for (const { id, sourcePath } of reusableContents) yield [sourcePath, { kind: 'reusable-content', id }];
}

/** Ids of the pages by their path in the site. Parents come before their children. */
function sitePaths(pages: ResolvablePlan['pages']): Map<string, string> {
  const paths = new Map<string, string>();
  const byId = new Map<string, string>();
  for (const { id, parent, type, slug } of pages) {
    if (type === 'link') continue;
    const above = parent === null ? undefined : byId.get(parent);
    const path = above === undefined ? slug : `${above}/${slug}`;
    byId.set(id, path);
    if (!paths.has(path)) paths.set(path, id);
  }
  return paths;
}
