import { isSlug, slugOf } from '#kernel/domain/slug';
import { slugOfPath } from '../import/plan-pages.js';
import { folderOf, isIndex, isMarkdown, joinPath, nameOf } from '../import/source-path.js';
import { SUMMARY } from '../import/structure-paths.js';
import { pageFrontmatter } from '../../../revisions/domain/page/page-frontmatter.js';
import type { PageRecord } from '../../../revisions/domain/page/page-record.js';
import type { PageNode, PageTree } from '../../../revisions/domain/tree/page-tree.js';

/**
 * The names in use, for case-sensitive and case-insensitive file systems: no file gets the name of another file or
 * folder.
 */
export class FileNames {
  private readonly files = new Set<string>();
  private readonly folders = new Set<string>();

  /** Whether the name was free; then it is taken. */
  take(path: string): boolean {
    const key = path.normalize('NFC').toLowerCase();
    const above: string[] = [];
    for (let folder = folderOf(key); folder !== ''; folder = folderOf(folder)) above.push(folder);
    if (this.files.has(key) || this.folders.has(key) || above.some((folder) => this.files.has(folder))) return false;
    this.files.add(key);
    for (const folder of above) this.folders.add(folder);
    return true;
  }
}

/** A table of contents, and the folder whose name begins the addresses of pages without a file (`/pages/<path>`). */
const RESERVED = /^pages\/|(?:^|\/)summary\.md$/i;

/**
 * A path for every document page from which an import gets its slug again. A page keeps the path that it was imported
 * from while that yields its slug. Other pages are in the folder of their parent under their slug, or the `README.md`
 * of a folder if they have children. Pages that came without a file have none while they hold nothing but their title.
 */
export function pagePaths(
  tree: PageTree,
  known: ReadonlyMap<string, string>,
  withoutFile: ReadonlySet<string>,
  names: FileNames,
): Map<string, string> {
  const paths = new Map<string, string>();
  for (const { record } of tree) {
    const path = record.type === 'document' ? known.get(record.id) : undefined;
    if (path !== undefined && fits(path, record) && names.take(path)) paths.set(record.id, path);
  }
  const folders = new Map<string, string>();
  for (const node of tree) {
    const above = node.parentId === null ? '' : (folders.get(node.parentId) ?? '');
    const { id, type } = node.record;
    const isWritten = type === 'document' && !(withoutFile.has(id) && isTitleOnly(node.record));
    if (isWritten && !paths.has(id)) paths.set(id, freePath(above, node, names));
    folders.set(id, folderBelow(above, node, paths.get(id)));
  }
  return paths;
}

function isTitleOnly(record: PageRecord): boolean {
  const { title, slug, document, linkTitle } = record;
  if (document !== undefined || linkTitle !== undefined || slugOf(title) !== slug) return false;
  return Object.keys(pageFrontmatter(record, () => '')).length === 0;
}

function fits(path: string, record: PageRecord): boolean {
  const inside = joinPath('', path) === path && isMarkdown(path) && nameOf(path) !== SUMMARY;
  return inside && !path.split('/').some((part) => part.startsWith('.')) && slugOfPath(path) === fileSlug(record);
}

function fileSlug({ slug, title }: PageRecord): string {
  return isSlug(slug) ? slug : slugOf(slug || title);
}

function freePath(above: string, { record, pages }: PageNode, names: FileNames): string {
  const slug = fileSlug(record);
  for (let number = 0; ; number++) {
    const folder = number === 0 ? above : `${above === '' ? 'more' : above}-${number}`;
    const prefix = folder === '' ? '' : `${folder}/`;
    const leaf = `${prefix}${slug}.md`;
    const holder = `${prefix}${slug}/README.md`;
    const root = folder === '' && slugOfPath('README.md') === slug ? ['README.md'] : [];
    for (const path of [...root, ...(pages.length > 0 ? [holder, leaf] : [leaf, holder])]) {
      if (slugOfPath(path) === slug && !RESERVED.test(path) && names.take(path)) return path;
    }
  }
}

/** The folder of a page's children. */
function folderBelow(above: string, { record }: PageNode, path: string | undefined): string {
  if (path === undefined) return above === '' ? fileSlug(record) : `${above}/${fileSlug(record)}`;
  if (isIndex(path)) return folderOf(path) === '' ? fileSlug(record) : folderOf(path);
  return path.slice(0, path.lastIndexOf('.'));
}
