import { Turns } from '#kernel/application/turns';
import type { ShownNode, ShownPages } from '#content';
import { pageOrderOf } from '../../domain/page-order.js';
import type { PlacedSpace, ServedSite } from '../served-site.js';

/** A site space with the pages that its visitor is shown. */
export interface SpaceTree {
  placed: PlacedSpace;
  tree: ShownPages;
}

/** A page that programs are shown. */
export interface ListedPage {
  node: ShownNode;
  /** Canonical. */
  url: string;
  /** The canonical URL of its Markdown. */
  markdown: string;
}

/** A site space with its pages. */
export interface ListedSpace {
  placed: PlacedSpace;
  title: string;
  /** Its canonical URL, with a slash at its end. */
  url: string;
  pages: readonly ListedPage[];
}

/** The pages of a site space in the order in which they are read, without hidden ones and those left out of search. */
export async function listedSpace(site: ServedSite, { placed, tree }: SpaceTree): Promise<ListedSpace> {
  const { siteSpace, section } = placed;
  const base = site.canonical(site.baseOf(siteSpace));
  const names = [
    ...(section ? [site.localized(section.title, section.localizedTitle)] : []),
    site.localized(siteSpace.title, siteSpace.localizedTitle),
  ];
  const pages: ListedPage[] = [];
  const home = tree.home?.record.id;
  const turns = new Turns();
  for (const node of pageOrderOf(tree)) {
    await turns.next();
    if (node.record.noIndex === true) continue;
    const path = (node.path ?? '').split('/').map(encodeURIComponent).join('/');
    pages.push({ node, url: node.record.id === home ? base : base + path, markdown: `${base}${path}.md` });
  }
  return { placed, title: [...new Set(names)].join(': '), url: base, pages };
}

/** When a page was changed last, ISO 8601. */
export function changedAt({ record }: ShownNode): string {
  return record.updatedAt ?? record.createdAt;
}
