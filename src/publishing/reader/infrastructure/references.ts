import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { ReadShownPages, type ShownNode, type ShownPages } from '#content';
import type { Target } from '#page-html';
import type { ContentRef } from '#rich-document';
import type { ServedSite } from './served-site.js';

/** Other spaces of the site whose pages one page may name; references to further ones lead to the space. */
const MOST_SPACES = 20;

/**
 * Links that imports left as they were since nothing is there: to other files, and what exports write in the place of
 * pages that are gone.
 */
const LOST =
  /^(?:\.\.?\/|\/broken\/(?:pages|spaces|files)\/|broken-reference(?:[/#?]|$)|(?![a-z][a-z\d+.-]*:|\/)[^#?]+\.mdx?(?:[#?]|$))/i;

/** Whether an address is that of a file of a repository that is not there. */
export const isLost = (url: string): boolean => LOST.test(url);

/** What references lead to on a site, looked up at once after the trees that they need were read. */
export class References {
  private constructor(
    private readonly site: ServedSite,
    private readonly tree: ShownPages | undefined,
    private readonly page: ShownNode | undefined,
    private readonly others: ReadonlyMap<string, ShownPages>,
  ) {}

  /** One statement for each other space that the references name. */
  static async read(
    { dispatcher, caller }: { dispatcher: Dispatcher; caller: Caller },
    site: ServedSite,
    own: { tree: ShownPages; page?: ShownNode } | undefined,
    refs: readonly ContentRef[],
  ): Promise<References> {
    const spaces = new Set(refs.flatMap((ref) => ('space' in ref && pageIn(ref) ? (ref.space ?? []) : [])));
    if (own) spaces.delete(site.place.space);
    const named = [...spaces].filter((id) => site.showing(id)).slice(0, MOST_SPACES);
    const trees = await Promise.all(
      named.map(async (spaceId) => {
        const revisionId = site.showing(spaceId)?.siteSpace.space.revision;
        return [spaceId, await dispatcher.ask(new ReadShownPages(caller, { spaceId, revisionId }))] as const;
      }),
    );
    return new References(site, own?.tree, own?.page, new Map(trees));
  }

  /** Undefined for what the visitor is not shown on this site. */
  target(ref: ContentRef): Target | undefined {
    if (ref.kind === 'url') return isLost(ref.url) ? undefined : { kind: ref.kind, href: ref.url, title: ref.url };
    if (ref.kind === 'space') return this.#space(ref.space, ref.kind);
    if (ref.kind !== 'page' && ref.kind !== 'anchor') return undefined;
    const spaceId = ref.space ?? this.site.place.space;
    const node = ref.page === undefined ? this.page : this.#treeOf(spaceId)?.get(ref.page);
    if (!node) return ref.space === undefined ? undefined : this.#space(spaceId, ref.kind);
    const { record } = node;
    const anchor = ref.kind === 'anchor' ? `#${encodeURIComponent(ref.anchor)}` : '';
    const href = ref.page === undefined && ref.space === undefined ? anchor : this.pageHref(spaceId, node) + anchor;
    return {
      kind: ref.kind,
      href,
      title: record.linkTitle ?? record.title,
      ...(record.emoji === undefined ? {} : { emoji: record.emoji }),
      ...(record.description === undefined ? {} : { description: record.description }),
    };
  }

  /** The address of a page of a space of the site. The first document page is at the beginning of its space. */
  pageHref(spaceId: string, node: ShownNode): string {
    const placed = this.site.showing(spaceId);
    const base = placed ? this.site.baseOf(placed.siteSpace) : this.site.place.basePath;
    return hrefOfPage(base, this.#treeOf(spaceId), node);
  }

  #treeOf(spaceId: string): ShownPages | undefined {
    return spaceId === this.site.place.space && this.tree ? this.tree : this.others.get(spaceId);
  }

  #space(spaceId: string, kind: ContentRef['kind']): Target | undefined {
    const placed = this.site.showing(spaceId);
    return placed && { kind, href: this.site.baseOf(placed.siteSpace), title: placed.siteSpace.title };
  }
}

/** Whether a page has an address: a document, and a group with a document below it, which is what it leads to. */
export function isReached({ record, pages }: ShownNode): boolean {
  return record.type === 'document' || (record.type === 'group' && pages.some(isReached));
}

/** The address of a page below that of its site space. */
export function hrefOfPage(base: string, tree: ShownPages | undefined, { record, path = '' }: ShownNode): string {
  if (tree?.home?.record.id === record.id) return base;
  return base + path.split('/').map(encodeURIComponent).join('/');
}

const pageIn = (ref: ContentRef): boolean =>
  (ref.kind === 'page' || ref.kind === 'anchor') && ref.page !== undefined && ref.space !== undefined;
