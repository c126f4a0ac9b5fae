import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { ReadShownPages, type ShownNode, type ShownPages } from '#content';
import { hrefOfPage } from './references.js';
import type { ServedSite } from './served-site.js';

/** Variants whose pages are looked up; menus lead to the beginning of further ones. */
const MOST_VARIANTS = 20;

/** The page of one variant that is at the same path as a page of another. */
export interface SamePage {
  /** The language of its space. */
  language: string | undefined;
  href: string;
}

/** What the variants of a site space have in the place of a page, by the ids of their site spaces. */
export interface SamePages {
  at: ReadonlyMap<string, SamePage>;
  /** Those without any page for the visitor. */
  empty: ReadonlySet<string>;
}

/** Looks a page up in the variants of its site space: one statement for each. */
export async function samePages(
  { dispatcher, caller }: { dispatcher: Dispatcher; caller: Caller },
  site: ServedSite,
  { tree, node }: { tree: ShownPages; node: ShownNode },
): Promise<SamePages> {
  const isHome = tree.home?.record.id === node.record.id;
  const others = site.variants.filter(({ id }) => id !== site.current.siteSpace.id).slice(0, MOST_VARIANTS);
  const at = new Map<string, SamePage>();
  const empty = new Set<string>();
  await Promise.all(
    others.map(async (siteSpace) => {
      const { id: spaceId, revision: revisionId, language } = siteSpace.space;
      const other = await dispatcher.ask(new ReadShownPages(caller, { spaceId, revisionId }));
      const same = isHome ? other.home : other.atPath(node.path ?? '');
      if (!other.home) empty.add(siteSpace.id);
      if (same?.record.type === 'document')
        at.set(siteSpace.id, { language, href: hrefOfPage(site.baseOf(siteSpace), other, same) });
    }),
  );
  return { at, empty };
}
