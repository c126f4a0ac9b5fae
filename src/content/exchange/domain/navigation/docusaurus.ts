import { folderOf, isMarkdown, joinPath, nameOf } from '../import/source-path.js';
import type { SummaryItem } from '../import/summary.js';
import { FolderEntries } from './folder-entries.js';
import { DocusaurusSidebars } from './docusaurus-sidebars.js';
import { headsOf, isPartial, unnumbered, type PageHead } from './front-matter.js';
import { unread, type Navigation, type NavigationSource } from './tree.js';
import { isMapping, member, textOf } from './values.js';

const SETTINGS = /^docusaurus\.config\.(?:[cm]?[jt]s)$/;
const SIDEBARS = /^sidebars\.(?:json|[cm]?[jt]s)$/;
const CATEGORY = /^_category_\.(?:json|ya?ml)$/;
const FOLDER = 'docs';

/**
 * The tree of Docusaurus: `sidebars` is the table of contents where it can be read without running it, else the folders
 * with their `_category_` files and the positions in frontmatter.
 */
export async function docusaurusNavigation(source: NavigationSource): Promise<Navigation | undefined> {
  const { tree } = source;
  const settings = shallowest(tree, SETTINGS);
  const beside = settings === undefined ? undefined : folderOf(settings);
  const found = shallowest(tree, SIDEBARS, beside);
  const path = settings ?? found ?? shallowest(tree, CATEGORY);
  if (path === undefined) return undefined;
  const { folder, sidebars: named } = await settingsOf(source, settings);
  const base = CATEGORY.test(nameOf(path)) ? '' : folderOf(path);
  const places = [joinPath(base, folder ?? FOLDER), joinPath(base, `../${FOLDER}`), base].filter(
    (place) => place !== undefined,
  );
  const root = places.find((place) => hasPages(tree, place)) ?? '';
  const sidebars = named !== undefined && tree.has(named) ? named : found;
  const redirects: Navigation['redirects'] = [];
  return {
    path: sidebars ?? path,
    root,
    redirects,
    items: async (all) => {
      const pages = all.filter((page) => !isPartial(page));
      const heads = await headsOf(source, root, pages);
      const items = await arranged(source, root, pages, heads, sidebars);
      redirects.push(...redirectsOf(heads, listedIn(items)));
      return items;
    },
  };
}

async function arranged(
  source: NavigationSource,
  root: string,
  pages: readonly string[],
  heads: ReadonlyMap<string, PageHead>,
  sidebars: string | undefined,
): Promise<SummaryItem[]> {
  const { warnings } = source;
  const folders = await FolderEntries.read(source, root, pages, heads);
  if (sidebars === undefined) return folders.items('', true);
  const value = await valueOf(source, sidebars);
  const reader = new DocusaurusSidebars({ path: sidebars, warnings, heads, folders });
  const items = isMapping(value) ? reader.items(value) : [];
  if (items.length > 0) return items;
  warnings.push(unread(sidebars, "The sidebars can't be read without running code."));
  return folders.items('', true);
}

function listedIn(items: readonly SummaryItem[]): Set<string> {
  const listed = new Set<string>();
  const list = (level: readonly SummaryItem[]): void => {
    for (const { href, items: below } of level) {
      if (href !== undefined) listed.add(href);
      list(below);
    }
  };
  list(items);
  return listed;
}

/** What the configuration says of the folder of the content and its sidebars, as far as it can be read. */
async function settingsOf(
  source: NavigationSource,
  path: string | undefined,
): Promise<{ folder?: string | undefined; sidebars?: string | undefined }> {
  const value = path === undefined ? undefined : await valueOf(source, path);
  const presets = [member(value, 'presets'), member(value, 'plugins')].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  for (const preset of presets) {
    const [name, options] = Array.isArray(preset) ? (preset as unknown[]) : [];
    const docs = member(options, 'docs') ?? (/plugin-content-docs$/.test(textOf(name) ?? '') ? options : undefined);
    if (!isMapping(docs) || path === undefined) continue;
    const sidebars = textOf(docs['sidebarPath']);
    return {
      folder: textOf(docs['path']),
      sidebars: sidebars === undefined ? undefined : joinPath(folderOf(path), sidebars),
    };
  }
  return {};
}

async function valueOf({ read, parseYaml, parseScript }: NavigationSource, path: string): Promise<unknown> {
  const text = (await read(path)) ?? '';
  try {
    return path.endsWith('.json') ? parseYaml(text) : parseScript(text);
  } catch {
    return undefined;
  }
}

/** The file with such a name that lies highest; in one folder where that is given. */
function shallowest(tree: ReadonlyMap<string, unknown>, name: RegExp, folder?: string): string | undefined {
  const depth = (path: string): number => path.split('/').length;
  return [...tree.keys()]
    .filter((path) => name.test(nameOf(path)) && !/(?:^|\/)(?:\.|node_modules\/)/.test(path))
    .filter((path) => folder === undefined || folderOf(path) === folder)
    .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))[0];
}

function hasPages(tree: ReadonlyMap<string, unknown>, folder: string): boolean {
  return [...tree.keys()].some((path) => isMarkdown(path) && (folder === '' || path.startsWith(`${folder}/`)));
}

/** The addresses that pages had by a slug of their own, or without the numbers in the names of their files. */
function redirectsOf(heads: ReadonlyMap<string, PageHead>, listed: ReadonlySet<string>): Navigation['redirects'] {
  return [...heads].flatMap(([path, { slug }]): Navigation['redirects'] => {
    if (!listed.has(path)) return [];
    const address = path.replace(/\.[a-z]+$/i, '');
    const plain = unnumbered(address);
    const named = slug === undefined ? plain.replace(/(?:^|\/)(?:index|README)$/, '') : joinPath(folderOf(plain), slug);
    return named === undefined || named === '' || (slug ?? plain) === address ? [] : [[named, path]];
  });
}
