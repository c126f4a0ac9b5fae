import type { ImportWarning } from '../import/import-plan.js';
import { isExternal, joinPath, titleOfPath } from '../import/source-path.js';
import type { SummaryItem } from '../import/summary.js';
import { headsOf } from './front-matter.js';
import { unread, type Navigation, type NavigationSource } from './tree.js';
import { isMapping, member, textOf } from './values.js';

const SETTINGS = /(?:^|\/)\.vitepress\/config(?:\/index)?\.(?:json|[cm]?[jt]s)$/;
/** Levels of entries; deeper ones are not read. */
const MOST_LEVELS = 40;

/** The tree of VitePress: the sidebar of its configuration, where it can be read without running it. */
export async function vitepressNavigation(source: NavigationSource): Promise<Navigation | undefined> {
  const { tree, read, parseScript, parseYaml, warnings } = source;
  const [path] = [...tree.keys()].filter((each) => SETTINGS.test(each)).sort((a, b) => a.length - b.length);
  if (path === undefined) return undefined;
  const base = path.slice(0, path.lastIndexOf('.vitepress/')).replace(/\/$/, '');
  let settings: unknown;
  try {
    const text = (await read(path)) ?? '';
    settings = path.endsWith('.json') ? parseYaml(text) : parseScript(text);
  } catch {
    settings = undefined;
  }
  const theme = member(settings, 'themeConfig');
  const sidebar = member(theme, 'sidebar') ?? member(settings, 'locales', 'root', 'themeConfig', 'sidebar');
  const root = joinPath(base, textOf(member(settings, 'srcDir')) ?? '.') ?? base;
  return {
    path,
    root,
    redirects: [],
    items: () => {
      const items = new SidebarReader(path, warnings).items(sidebar);
      if (items.length > 0) return Promise.resolve(items);
      warnings.push(unread(path, "The sidebar can't be read without running code."));
      return Promise.resolve(undefined);
    },
    orders: async (pages) => {
      const heads = await headsOf(source, root, pages);
      return new Map([...heads].flatMap(([page, { position }]) => (position === undefined ? [] : [[page, position]])));
    },
  };
}

class SidebarReader {
  constructor(
    private readonly path: string,
    private readonly warnings: ImportWarning[],
  ) {}

  /** The entries of one sidebar, or of those of several paths one after the other. */
  items(sidebar: unknown): SummaryItem[] {
    if (Array.isArray(sidebar)) return this.#entries(sidebar as unknown[], '', 0);
    if (!isMapping(sidebar)) return [];
    return Object.entries(sidebar).flatMap(([path, entries]) => {
      const list = isMapping(entries) ? entries['items'] : entries;
      const base = textOf(member(entries, 'base')) ?? '';
      return Array.isArray(list)
        ? this.#entries(list as unknown[], base, 0)
        : this.#ignored(`The sidebar of "${path}"`);
    });
  }

  #entries(entries: readonly unknown[], base: string, level: number): SummaryItem[] {
    return entries.flatMap((entry) => {
      if (!isMapping(entry) || level > MOST_LEVELS) return this.#ignored('An entry of the sidebar');
      return [this.#entry(entry, textOf(entry['base']) ?? base, level)].flat();
    });
  }

  #entry(entry: Readonly<Record<string, unknown>>, base: string, level: number): SummaryItem[] {
    const text = textOf(entry['text'])
      ?.replace(/<[^<>]*>/g, '')
      .trim();
    const written = textOf(entry['link']);
    const href = written === undefined || isExternal(written) ? written : base + written;
    const below: unknown = entry['items'];
    const items = Array.isArray(below) ? this.#entries(below as unknown[], base, level + 1) : [];
    if (href === undefined) {
      if (text === undefined || text === '') return items;
      return [{ kind: level === 0 ? 'group' : 'section', title: text, items }];
    }
    if (text === undefined || text === '')
      return [{ kind: 'page', title: titleOfPath(href.replace(/\/+$/, '')), titleFrom: 'name', href, items }];
    return [{ kind: 'page', title: text, href, items }];
  }

  #ignored(what: string): [] {
    const message = `${what} can't be read without running code: it is left out.`;
    this.warnings.push({ code: 'ignored-text', path: this.path, message });
    return [];
  }
}
