import type { ContentRef } from '#rich-document';
import type { ResolvablePlan } from '../import/resolve-href.js';
import { folderOf } from '../import/source-path.js';
import { encodePath } from './markdown-text.js';

/** The paths of pages and files in an export, by id. */
export interface ExportPaths {
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
  reusableContents: ReadonlyMap<string, string>;
  /** Paths in the site, for pages without a file of their own (groups). */
  site: ReadonlyMap<string, string>;
}

/** The paths of what a plan holds. Parents come before their children. */
export function pathsOfPlan({ pages, files, reusableContents }: ResolvablePlan): ExportPaths {
  const site = new Map<string, string>();
  for (const { id, parent, type, slug } of pages) {
    const above = parent === null ? undefined : site.get(parent);
    if (type !== 'link') site.set(id, above === undefined ? slug : `${above}/${slug}`);
  }
  return {
    pages: new Map(pages.flatMap(({ id, sourcePath }) => (sourcePath === undefined ? [] : [[id, sourcePath]]))),
    files: new Map(files.map(({ id, path }) => [id, path])),
    reusableContents: new Map(reusableContents.map(({ id, sourcePath }) => [id, sourcePath])),
    site,
  };
}

/**
 * The address that the file at `fromPath` uses for `ref`, such that an import of the export resolves it again. Undefined
 * when the export does not hold what the reference means.
 */
export type HrefFor = (fromPath: string, ref: ContentRef) => string | undefined;

export function createHrefs(paths: ExportPaths): HrefFor {
  return (fromPath, ref) => {
    const local = (path: string | undefined): string | undefined =>
      path === undefined ? undefined : encodePath(relativePath(folderOf(fromPath), path));
    const pageHref = (page: string): string | undefined => {
      const site = paths.site.get(page);
      return local(paths.pages.get(page)) ?? (site === undefined ? undefined : `/pages/${encodePath(site)}`);
    };
    switch (ref.kind) {
      case 'url':
        return ref.url;
      case 'page':
        return ref.space === undefined ? pageHref(ref.page) : `/spaces/${ref.space}/pages/${ref.page}`;
      case 'anchor': {
        const anchor = `#${encodePath(ref.anchor)}`;
        if (ref.page === undefined) return ref.space === undefined ? anchor : `/spaces/${ref.space}${anchor}`;
        if (ref.space !== undefined) return `/spaces/${ref.space}/pages/${ref.page}${anchor}`;
        const page = pageHref(ref.page);
        return page === undefined ? undefined : page + anchor;
      }
      case 'file':
        return ref.space === undefined ? local(paths.files.get(ref.file)) : `/spaces/${ref.space}/files/${ref.file}`;
      case 'reusable-content':
        return ref.space === undefined
          ? local(paths.reusableContents.get(ref.reusableContent))
          : `/spaces/${ref.space}/reusable-content/${ref.reusableContent}`;
      case 'space':
        return `/spaces/${ref.space}`;
      case 'collection':
        return `/collections/${ref.collection}`;
      case 'user':
        return `/users/${ref.user}`;
      case 'tag':
        return ref.space === undefined ? `/tags/${ref.tag}` : `/spaces/${ref.space}/tags/${ref.tag}`;
      case 'openapi':
        return `/openapi/${ref.spec}`;
    }
  };
}

/** `path` as seen from `folder`. */
export function relativePath(folder: string, path: string): string {
  const from = folder === '' ? [] : folder.split('/');
  const to = path.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}
