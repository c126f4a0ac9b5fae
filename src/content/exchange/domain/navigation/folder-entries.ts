import { folderOf, inFolder, isIndex, nameOf, stemOf, titleFromName, titleOfPath } from '../import/source-path.js';
import type { SummaryItem } from '../import/summary.js';
import { numbered, unnumbered, type PageHead } from './front-matter.js';
import type { NavigationSource } from './tree.js';
import { isMapping, member, numberOf, textOf, type Mapping } from './values.js';

const CATEGORIES = ['_category_.json', '_category_.yml', '_category_.yaml'];

/** An entry of a folder, and what orders it. */
interface Placed {
  item: SummaryItem;
  position: number | undefined;
  name: string;
}

/** The entries of folders: positions first, in their order, then names. */
export class FolderEntries {
  private constructor(
    private readonly pages: ReadonlyMap<string, readonly string[]>,
    private readonly folders: ReadonlyMap<string, readonly string[]>,
    private readonly categories: ReadonlyMap<string, Mapping>,
    private readonly heads: ReadonlyMap<string, PageHead>,
  ) {}

  static async read(
    source: NavigationSource,
    root: string,
    paths: readonly string[],
    heads: ReadonlyMap<string, PageHead>,
  ): Promise<FolderEntries> {
    const folders = foldersOf(paths);
    const categories = new Map<string, Mapping>();
    for (const folder of folders.keys()) {
      const category = await categoryOf(source, inFolder(root, folder));
      if (category) categories.set(folder, category);
    }
    return new FolderEntries(pagesOf(paths), folders, categories, heads);
  }

  /** Entries that nothing but their names orders. */
  static byName(paths: readonly string[]): FolderEntries {
    return new FolderEntries(pagesOf(paths), foldersOf(paths), new Map(), new Map());
  }

  /** The entries of a folder, without `except`. */
  items(folder: string, top: boolean, except?: string): SummaryItem[] {
    const placed: Placed[] = [];
    for (const path of this.pages.get(folder) ?? []) if (path !== except) placed.push(this.#page(path));
    for (const below of this.folders.get(folder) ?? []) placed.push(...this.#folder(below, top));
    return placed.sort(inOrder).map(({ item }) => item);
  }

  /** The entry of a page by its own names. */
  page(path: string): SummaryItem {
    const label = this.heads.get(path)?.label;
    const title = titleOfPath(unnumbered(path));
    return {
      kind: 'page',
      title,
      titleFrom: 'name',
      href: path,
      items: [],
      ...(label !== undefined && { linkTitle: label }),
    };
  }

  #page(path: string): Placed {
    const name = stemOf(path);
    return { item: this.page(path), position: this.heads.get(path)?.position ?? numbered(name).number, name };
  }

  /** The page that leads a folder, unless a category names another. */
  index(folder: string): string | undefined {
    return this.#indexOf(folder, undefined);
  }

  #folder(folder: string, top: boolean): Placed[] {
    const category = this.categories.get(folder);
    const name = nameOf(folder);
    const index = this.#indexOf(folder, category);
    const items = this.items(folder, false, index);
    if (items.length === 0 && index === undefined) return [];
    const label = textOf(category?.['label']);
    const title = label ?? titleFromName(numbered(name).name);
    const item: SummaryItem =
      index === undefined
        ? { kind: top ? 'group' : 'section', title, items }
        : {
            ...this.page(index),
            ...(label !== undefined && { title, titleFrom: 'summary', linkTitle: undefined }),
            items,
          };
    const position =
      numberOf(category?.['position']) ??
      numbered(name).number ??
      (index === undefined ? undefined : this.heads.get(index)?.position);
    return [{ item, position, name }];
  }

  /** The page that leads a folder: the one that its category names, else its index page or the one named like it. */
  #indexOf(folder: string, category: Mapping | undefined): string | undefined {
    const pages = this.pages.get(folder) ?? [];
    const link = category?.['link'];
    if (link !== undefined) {
      const id = textOf(member(link, 'id'));
      const ids = id === undefined ? [] : [id, inFolder(folder, id)].map(unnumbered);
      return pages.find((path) => ids.includes(unnumbered(path).replace(/\.[a-z]+$/i, '')));
    }
    const own = numbered(nameOf(folder)).name.toLowerCase();
    return pages.find(isIndex) ?? pages.find((path) => numbered(stemOf(path)).name.toLowerCase() === own);
  }
}

function inOrder(a: Placed, b: Placed): number {
  const [left, right] = [a.position ?? Infinity, b.position ?? Infinity];
  return left === right ? (a.name < b.name ? -1 : 1) : left - right;
}

function pagesOf(paths: readonly string[]): Map<string, string[]> {
  const pages = new Map<string, string[]>();
  for (const path of paths) {
    const list = pages.get(folderOf(path));
    if (list) list.push(path);
    else pages.set(folderOf(path), [path]);
  }
  return pages;
}

/** The folders in each folder, the top included, even where it holds none. */
function foldersOf(paths: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>([['', []]]);
  for (const path of paths) {
    for (let folder = folderOf(path); !folders.has(folder); folder = folderOf(folder)) {
      folders.set(folder, []);
    }
  }
  for (const folder of folders.keys()) if (folder !== '') folders.get(folderOf(folder))?.push(folder);
  return folders;
}

async function categoryOf(
  { tree, read, parseYaml, warnings }: NavigationSource,
  folder: string,
): Promise<Mapping | undefined> {
  const path = CATEGORIES.map((name) => inFolder(folder, name)).find((file) => tree.has(file));
  if (path === undefined) return undefined;
  try {
    const category = parseYaml((await read(path)) ?? '');
    return isMapping(category) ? category : undefined;
  } catch {
    warnings.push({ code: 'bad-configuration', path, message: 'The file is neither JSON nor YAML.' });
    return undefined;
  }
}
