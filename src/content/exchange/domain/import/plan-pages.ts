import { isSlug, SlugPool, slugOf } from '#kernel/domain/slug';
import type { ContentRef } from '#rich-document';
import { hasAddress } from '../../../revisions/domain/page/has-address.js';
import { keepRanks } from '../../../revisions/domain/tree/rank-order.js';
import type { ExistingContent, PlannedPage } from './import-plan.js';
import type { OutlineNode, OutlineTarget } from './outline.js';
import { createResolver } from './resolve-href.js';
import { folderOf, isIndex, nameOf, stemOf } from './source-path.js';

export interface PagePlanning {
  newId(): string;
  existing: Pick<ExistingContent, 'pages' | 'places'> | undefined;
  oidOf(path: string): string | undefined;
  fileIdOf(path: string): string | undefined;
  /** Called for a link page whose address leads nowhere. */
  missing(title: string, href: string): void;
}

/** The slug of the index page of the root, whose folder has no name. */
const ROOT_INDEX = 'readme';

/** Gives every node of the outline its id, slug and rank. Ids and ranks that still fit are kept. */
export function planPages(outline: readonly OutlineNode[], planning: PagePlanning): PlannedPage[] {
  return new PagePlanner(planning).plan(outline);
}

class PagePlanner {
  private readonly pages: PlannedPage[] = [];
  private readonly keys = new Set<string>();
  private readonly byPath = new Map<string, PlannedPage>();
  private readonly links: [PlannedPage, OutlineTarget][] = [];

  constructor(private readonly planning: PagePlanning) {}

  plan(outline: readonly OutlineNode[]): PlannedPage[] {
    this.level(outline, null);
    const resolve = createResolver({ pages: this.pages, files: [], reusableContents: [] });
    for (const [page, target] of this.links) {
      if (target.kind !== 'site') page.target = this.refOf(target);
      else {
        const known = resolve('', target.href, 'link');
        if (!known) this.planning.missing(page.title, target.href);
        page.target = known ?? { kind: 'url', url: target.href };
      }
    }
    return this.pages;
  }

  private level(nodes: readonly OutlineNode[], parent: PlannedPage | null): void {
    const slugs = new SlugPool();
    const pages = nodes.map((node) => this.pageOf(node, parent, slugs));
    const places = this.planning.existing?.places;
    const ranks = keepRanks(
      pages.map(({ id }) => {
        const place = places?.get(id);
        return place?.parent === (parent?.id ?? null) ? place.rank : undefined;
      }),
    );
    for (const [at, page] of pages.entries()) {
      page.rank = ranks[at] ?? page.rank;
      this.pages.push(page);
      this.level(nodes[at]?.nodes ?? [], page);
    }
  }

  private pageOf(node: OutlineNode, parent: PlannedPage | null, slugs: SlugPool): PlannedPage {
    const slug = hasAddress(node.type) ? slugs.take(slugFor(node)) : '';
    const key = this.uniqueKey(keyFor(node, slug, parent));
    const page: PlannedPage = {
      id: this.planning.existing?.pages.get(key) ?? this.planning.newId(),
      key,
      type: node.type,
      parent: parent?.id ?? null,
      rank: '',
      title: node.title,
      titleFrom: node.titleFrom,
      slug,
    };
    if (node.linkTitle !== undefined) page.linkTitle = node.linkTitle;
    if (node.target) this.links.push([page, node.target]);
    if (node.computed) page.computed = node.computed;
    if (node.path !== undefined) {
      const oid = this.planning.oidOf(node.path);
      page.sourcePath = node.path;
      if (oid !== undefined) page.oid = oid;
      this.byPath.set(node.path, page);
    }
    return page;
  }

  private uniqueKey(key: string): string {
    let unique = key;
    for (let number = 1; this.keys.has(unique); number++) unique = `${key}:${number}`;
    this.keys.add(unique);
    return unique;
  }

  private refOf(target: Exclude<OutlineTarget, { kind: 'site' }>): ContentRef {
    if (target.kind === 'url') return target;
    if (target.kind === 'file') return { kind: 'file', file: this.planning.fileIdOf(target.path) ?? '' };
    const page = this.byPath.get(target.path)?.id ?? '';
    return target.anchor ? { kind: 'anchor', page, anchor: target.anchor } : { kind: 'page', page };
  }
}

/** A file's slug is its own name, or its folder's if it is the index page: so it outlives a change of title. */
function slugFor(node: OutlineNode): string {
  if (node.path !== undefined) return slugOfPath(node.path);
  return nameSlug(node.folder === undefined ? (node.slug ?? slugOf(node.title)) : nameOf(node.folder));
}

/** The slug that an import gives to the page in the file at `path`, unless a sibling has taken it. */
export function slugOfPath(path: string): string {
  if (!isIndex(path)) return nameSlug(stemOf(path));
  const folder = folderOf(path);
  return folder === '' ? ROOT_INDEX : nameSlug(nameOf(folder));
}

function nameSlug(name: string): string {
  return isSlug(name) ? name : slugOf(name);
}

function keyFor(node: OutlineNode, slug: string, parent: PlannedPage | null): string {
  if (node.path !== undefined) return node.path;
  if (node.type === 'group') return `group:${slug}`;
  return node.folder === undefined ? `${node.type}:${parent?.key ?? ''}:${node.title}` : `${node.folder}/`;
}
