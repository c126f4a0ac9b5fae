import type { ImportWarning } from '../import/import-plan.js';
import { isExternal, isIndex, joinPath, titleOfPath } from '../import/source-path.js';
import type { SummaryItem } from '../import/summary.js';
import { FolderEntries } from './folder-entries.js';
import { unread, type Navigation, type NavigationSource } from './tree.js';
import { isMapping, member, textOf } from './values.js';

const FILES = ['mkdocs.yml', 'mkdocs.yaml'];
/** The folder of the content unless `docs_dir` names another. */
const FOLDER = 'docs';
/** Tags of YAML name objects of Python; what they are put before is read without them. */
const TAG = /(^|[:\-,[{][ \t]+|\[)!!?[A-Za-z][^\s,\]}]*(?=[\s,\]}]|$)/gm;

/** The tree of MkDocs: `nav` of its configuration is the table of contents; without one the folders are. */
export async function mkdocsNavigation({
  tree,
  read,
  parseYaml,
  warnings,
}: NavigationSource): Promise<Navigation | undefined> {
  const path = FILES.find((name) => tree.has(name));
  const text = path === undefined ? undefined : await read(path);
  if (path === undefined || text === undefined) return undefined;
  let settings: unknown;
  try {
    settings = parseYaml(text.replace(TAG, '$1'));
  } catch {
    warnings.push(unread(path, 'The file is not YAML.'));
  }
  const folder = textOf(member(settings, 'docs_dir')) ?? FOLDER;
  const nav = member(settings, 'nav');
  if (nav !== undefined && nav !== null && !Array.isArray(nav)) warnings.push(unread(path, '"nav" is not a list.'));
  const entries = Array.isArray(nav) ? (nav as unknown[]) : [];
  return {
    path,
    root: joinPath('', folder) ?? FOLDER,
    redirects: redirectsOf(member(settings, 'plugins')),
    items: (pages) => {
      const reader = new NavReader(path, warnings, pages);
      return Promise.resolve(entries.length === 0 ? undefined : reader.items(entries, true));
    },
  };
}

class NavReader {
  private readonly folders: FolderEntries;

  constructor(
    private readonly path: string,
    private readonly warnings: ImportWarning[],
    pages: readonly string[],
  ) {
    this.folders = FolderEntries.byName(pages);
  }

  items(entries: readonly unknown[], top: boolean): SummaryItem[] {
    return entries.flatMap((entry) => {
      if (typeof entry === 'string')
        return entry.endsWith('/') ? this.folders.items(folderAt(entry), top) : [untitled(entry)];
      if (!isMapping(entry)) return this.#ignored(entry);
      return Object.entries(entry).flatMap(([title, value]) => this.#titled(title, value, top));
    });
  }

  #titled(title: string, value: unknown, top: boolean): SummaryItem[] {
    if (typeof value === 'string') return [this.#page(title, value, top)];
    if (!Array.isArray(value)) return this.#ignored(title);
    const [first, ...rest] = value as unknown[];
    // The index page of a section is the page of the section itself.
    if (typeof first === 'string' && isIndex(first) && !isExternal(first))
      return [{ kind: 'page', title, href: first, items: this.items(rest, false) }];
    return [{ kind: top ? 'group' : 'section', title, items: this.items(value, false) }];
  }

  /** An address of a folder means all that is in it. */
  #page(title: string, href: string, top: boolean): SummaryItem {
    if (!href.endsWith('/') || isExternal(href)) return { kind: 'page', title, href, items: [] };
    const folder = folderAt(href);
    const index = this.folders.index(folder);
    const items = this.folders.items(folder, false, index);
    if (index !== undefined || items.length === 0) return { kind: 'page', title, href: index ?? href, items };
    return { kind: top ? 'group' : 'section', title, items };
  }

  #ignored(entry: unknown): [] {
    const message = `The entry ${JSON.stringify(entry)} of "nav" names no file.`;
    this.warnings.push({ code: 'ignored-text', path: this.path, message });
    return [];
  }
}

const folderAt = (href: string): string => href.replace(/^(?:\.?\/)+|\/+$/g, '');

function untitled(href: string): SummaryItem {
  if (isExternal(href)) return { kind: 'page', title: href, href, items: [] };
  return { kind: 'page', title: titleOfPath(href), titleFrom: 'name', href, items: [] };
}

/** Those of the plugin for redirects: pages that moved, by the paths of their files. */
function redirectsOf(plugins: unknown): Navigation['redirects'] {
  const all = Array.isArray(plugins) ? (plugins as unknown[]) : [plugins];
  return all.flatMap((plugin) => {
    const moved = member(plugin, 'redirects', 'redirect_maps');
    if (!isMapping(moved)) return [];
    return Object.entries(moved).flatMap(([from, to]): Navigation['redirects'] =>
      typeof to === 'string' ? [[addressOf(from), to]] : [],
    );
  });
}

/** The address of the page of a file. */
function addressOf(path: string): string {
  return path.replace(/\.(?:md|markdown)$/i, '').replace(/(?:^|\/)(?:index|README)$/, '');
}
