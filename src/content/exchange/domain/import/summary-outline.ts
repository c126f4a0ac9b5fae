import { Invalid } from '#kernel/domain/errors';
import { slugOf } from '#kernel/domain/slug';
import { readPagesSource, specOf } from '../../../revisions/domain/computed/pages-source.js';
import type { ImportWarning } from './import-plan.js';
import type { OutlineNode, OutlineTarget } from './outline.js';
import type { SourceIndex } from './source-index.js';
import { isExternal, isMarkdown, isScript, joinPath, splitHref } from './source-path.js';
import type { SummaryItem } from './summary.js';

type Found = OutlineTarget | 'nothing' | 'missing';

/**
 * Looks up the addresses of a written table of contents. Of the entries for a file the first that holds others is its
 * page, else the first; every further one, and one with an anchor, is a link page to it. An entry for nothing becomes an empty page if it holds others.
 */
export class SummaryOutline {
  /** The entry without an anchor that is the page of a file. */
  private readonly claimed = new Map<string, SummaryItem>();
  private readonly placed = new Set<string>();

  /**
   * `sources` finds the path of a file; `summary` is the path of the table of contents, and `folder` the one from which
   * its addresses lead; `parseYaml` may throw.
   */
  constructor(
    private readonly sources: SourceIndex<string>,
    private readonly summary: string,
    private readonly folder: string,
    private readonly warnings: ImportWarning[],
    private readonly parseYaml: (text: string) => unknown,
  ) {}

  build(items: readonly SummaryItem[]): OutlineNode[] {
    this.claim(items);
    return this.nodesOf(items);
  }

  private claim(items: readonly SummaryItem[]): void {
    for (const item of items) {
      const found = this.lookUp(item.href);
      if (typeof found === 'object' && found.kind === 'page' && found.anchor === undefined) {
        const earlier = this.claimed.get(found.path);
        if (!earlier || (earlier.items.length === 0 && item.items.length > 0)) this.claimed.set(found.path, item);
      }
      this.claim(item.items);
    }
  }

  private nodesOf(items: readonly SummaryItem[]): OutlineNode[] {
    return items.flatMap((item) => this.nodeOf(item));
  }

  private nodeOf(item: SummaryItem): OutlineNode[] {
    const { title, linkTitle, titleFrom = 'summary' } = item;
    const common = { title, titleFrom, ...(linkTitle !== undefined && { linkTitle }) };
    if (item.kind === 'group') {
      return [{ ...common, type: 'group', slug: item.slug ?? slugOf(title), nodes: this.nodesOf(item.items) }];
    }
    if (item.kind === 'section')
      return [{ ...common, type: 'document', slug: slugOf(title), nodes: this.nodesOf(item.items) }];
    if (item.kind === 'computed') return this.computed(item);
    const found = this.lookUp(item.href);
    if (typeof found === 'object' && found.kind === 'page' && this.isPage(found, item)) {
      this.placed.add(found.path);
      return [{ ...common, type: 'document', path: found.path, nodes: this.nodesOf(item.items) }];
    }
    if (typeof found === 'object') {
      if (found.kind === 'page' && found.anchor === undefined) {
        this.warn('duplicate-page', item, `lists ${found.path} again; the entry became a link to the page`);
      }
      if (item.items.length > 0) this.warn('pages-under-link', item, 'is a link; the pages below it follow it');
      return [{ ...common, type: 'link', target: found, nodes: [] }, ...this.nodesOf(item.items)];
    }
    if (found === 'missing') this.warn('missing-file', item, `leads to ${item.href ?? ''}, which is not there`);
    else this.warn('page-without-file', item, 'names no file');
    if (found === 'missing' && item.items.length === 0) return [];
    return [{ ...common, type: 'document', slug: slugOf(title), nodes: this.nodesOf(item.items) }];
  }

  /** The source of computed pages; the pages below it follow it. */
  private computed(item: SummaryItem): OutlineNode[] {
    const below = this.nodesOf(item.items);
    try {
      const written = this.parseYaml(item.text ?? '');
      const computed = readPagesSource(written, 'source');
      const title = titleOf(written) ?? specOf(computed);
      return [{ type: 'computed', title, titleFrom: 'summary', computed, nodes: [] }, ...below];
    } catch (error) {
      const reason = error instanceof Invalid ? error.message : 'it is not YAML';
      const message = `Line ${item.line ?? 0} is to hold the source of computed pages: ${reason}.`;
      this.warnings.push({ code: 'computed-page', path: this.summary, message });
      return below;
    }
  }

  /** Whether the entry is the page itself; with an anchor only if nothing else names the file. */
  private isPage({ path, anchor }: { path: string; anchor?: string }, item: SummaryItem): boolean {
    return anchor === undefined ? this.claimed.get(path) === item : !this.placed.has(path) && !this.claimed.has(path);
  }

  private lookUp(href: string | undefined): Found {
    if (href === undefined || href === '') return 'nothing';
    if (isScript(href)) return 'missing';
    if (isExternal(href)) return { kind: 'url', url: href };
    const { path, anchor } = splitHref(href);
    if (path === '') return 'missing';
    const found = this.find(this.folder, path) ?? this.find('', path);
    if (found === undefined) return path.startsWith('/') ? { kind: 'site', href } : 'missing';
    if (!isMarkdown(found)) return { kind: 'file', path: found };
    return { kind: 'page', path: found, ...(anchor !== undefined && { anchor }) };
  }

  private find(folder: string, path: string): string | undefined {
    const joined = joinPath(folder, path);
    return joined === undefined ? undefined : this.sources.find(joined);
  }

  private warn(code: ImportWarning['code'], item: SummaryItem, what: string): void {
    const entry = item.line === undefined ? `"${item.title}"` : `Line ${item.line} ("${item.title}")`;
    this.warnings.push({ code, path: this.summary, message: `${entry} ${what}.` });
  }
}

function titleOf(written: unknown): string | undefined {
  const { title } = written as { title?: unknown };
  return typeof title === 'string' && title.trim() !== '' ? title : undefined;
}
