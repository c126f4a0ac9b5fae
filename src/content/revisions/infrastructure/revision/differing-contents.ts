import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { diffMaps } from '../../domain/map/diff-maps.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../domain/page/page-record.js';
import { besideOf } from '../../domain/content/siblings.js';
import {
  LiveContent,
  type Beside,
  type Head,
  type OtherContents,
  type PlaceAmong,
  type SiblingRecord,
} from '../../domain/ports.js';
import { FileUrls } from '../blobs/file-urls.js';
import { LivePlaces } from '../page/live-places.js';
import { NodeStore } from './node-store.js';

/**
 * The differences between other content and the live one, as far as they concern the shape of the tree and the files.
 */
interface Differences {
  /** Pages of the projection that were moved or deleted in the other content. */
  hidden: string[];
  /** Pages that were added or moved in the other content. */
  placed: PageRecord[];
  hiddenFiles: Set<string>;
  files: FileRecord[];
  /** By how many pages the other content is larger. */
  grows: number;
}

/**
 * Live pages that have the same place in the other content, restricted by a condition. Columns are named and ids
 * compared in the collation "C", as in the tables.
 */
const live = (condition: string): string => `select p.page_id as id, p.parent_id as parent, p.rank, p.slug, p.type
  from content.live_page p
  where p.organization_id = $1 and p.space_id = $2 and p.page_id <> all($3::text[]) and ${condition}`;

const placed = (condition: string): string => `select o.id collate "C" as id, o.parent collate "C" as parent,
    o.rank collate "C" as rank, o.slug collate "C" as slug, o.type
  from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) o(id, parent, rank, slug, type)
  where ${condition}`;

const pagesWith = (ofLive: string, ofPlaced: string): string => `${live(ofLive)} union all ${placed(ofPlaced)}`;
const pageOf = (id: string): string => pagesWith(`p.page_id = ${id}`, `o.id = ${id}`);
const pagesUnder = (parent: string): string => pagesWith(`p.parent_id = ${parent}`, `o.parent = ${parent}`);
const ROOTS = pagesWith('p.parent_id is null', 'o.parent is null');

const NAMED = `in ('document', 'group')`;

const CHILDREN_OF_ROOT = `select id, slug, rank from (${ROOTS}) c order by rank, id`;
const CHILDREN = `select id, slug, rank from (${pagesUnder('$9::text')}) c order by rank, id`;
const DESCENDANTS = `with recursive below as (
    select id, parent from (${pagesWith('p.parent_id = any($9::text[])', 'o.parent = any($9::text[])')}) c
    union
    select c.id, c.parent from below b cross join lateral (${pagesUnder('b.id')}) c
  ) select id, parent from below`;
const PAGES_AT = `with recursive walk as (
    select w.path, w.names, 1 as depth, c.id
    from (select path, string_to_array(path, '/') as names from unnest($9::text[]) path) w
    join (${ROOTS}) c on c.slug = w.names[1] and c.type ${NAMED}
    union all
    select w.path, w.names, w.depth + 1, c.id from walk w cross join lateral (${pagesUnder('w.id')}) c
    where w.depth < cardinality(w.names) and c.slug = w.names[w.depth + 1] and c.type ${NAMED}
  ) select path, id from walk where depth = cardinality(names)`;
const PATHS_OF = `with recursive walk as (
    select wanted.id as page, c.parent, c.slug as path
    from unnest($9::text[]) wanted(id) cross join lateral (${pageOf('wanted.id')}) c where c.type ${NAMED}
    union all
    select w.page, c.parent, c.slug || '/' || w.path
    from walk w cross join lateral (${pageOf('w.parent')}) c where w.parent is not null
  ) select page as id, path from walk where parent is null`;

/**
 * Reads content other than the current one of a space: from the projection of the live content for pages with the same
 * place, and from the differences between the maps for all others.
 */
@Injectable()
export class DifferingContents implements OtherContents {
  constructor(
    private readonly sql: SqlQuery,
    private readonly live: LiveContent,
    private readonly nodes: NodeStore,
    private readonly urls: FileUrls,
    private readonly places: LivePlaces,
  ) {}

  at(head: Head, main: Head): LiveContent {
    const same = head.roots.pages === main.roots.pages && head.roots.files === main.roots.files;
    return same
      ? this.live
      : new DifferingContent(this.sql, this.live, this.urls, this.places, () => this.#differences(head, main));
  }

  async #differences(head: Head, main: Head): Promise<Differences> {
    const source = this.nodes.of(head.organizationId);
    const pages = await diffMaps<PageRecord>(main.roots.pages, head.roots.pages, source);
    const files = await diffMaps<FileRecord>(main.roots.files, head.roots.files, source);
    const moved = pages.changed.filter(({ before, after }) => !standsAlike(before, after)).map(({ after }) => after);
    return {
      hidden: [...pages.removed, ...moved].map(({ id }) => id),
      placed: [...pages.added, ...moved],
      hiddenFiles: new Set([...files.removed, ...files.changed.map(({ before }) => before)].map(({ id }) => id)),
      files: [...files.added, ...files.changed.map(({ after }) => after)],
      grows: pages.added.length - pages.removed.length,
    };
  }
}

/** One such content. Its differences are computed at first use. */
class DifferingContent implements LiveContent {
  #found: Promise<Differences> | undefined;

  constructor(
    private readonly sql: SqlQuery,
    private readonly live: LiveContent,
    private readonly urls: FileUrls,
    private readonly places: LivePlaces,
    private readonly find: () => Promise<Differences>,
  ) {}

  pages(head: Head, ids: readonly string[]): Promise<Map<string, PageRecord>> {
    return this.live.pages(head, ids);
  }

  files(head: Head, ids: readonly string[]): Promise<Map<string, FileRecord>> {
    return this.live.files(head, ids);
  }

  contents(head: Head, ids: readonly string[]): Promise<Map<string, ReusableContentRecord>> {
    return this.live.contents(head, ids);
  }

  document(head: Head, hash: string): Promise<string | undefined> {
    return this.live.document(head, hash);
  }

  children(head: Head, parent: string | null): Promise<SiblingRecord[]> {
    return parent === null
      ? this.#ask('other.roots', CHILDREN_OF_ROOT, head)
      : this.#ask('other.children', CHILDREN, head, parent);
  }

  /** Reads as many children around the place as the differences may move it by. */
  async beside(head: Head, parent: string | null, { except, at, slugs }: PlaceAmong): Promise<Beside> {
    const { hidden, placed } = await this.#differences();
    const own = placed.filter((page) => page.parent === parent && page.id !== except);
    const wanted = { except: [except, ...hidden], slugs };
    const offset = at === undefined ? 0 : Math.max(at - 1 - own.length, 0);
    const among =
      at === undefined
        ? await this.places.last(head, parent, wanted)
        : await this.places.from(head, parent, { ...wanted, offset, count: own.length + 2 });
    // There are fewer children than that.
    if (offset > 0 && among.children.length === 0) return this.beside(head, parent, { except, at: undefined, slugs });
    const children = [...among.children.map((child) => ({ ...child, slug: '' })), ...own].sort(inOrder);
    const found = besideOf(children, { except, at: at === undefined ? undefined : at - offset, slugs });
    return { ...found, taken: new Set([...among.taken, ...found.taken]) };
  }

  above(head: Head, page: string): Promise<string[]> {
    return this.live.above(head, page);
  }

  descendants(head: Head, pages: readonly string[]): Promise<{ id: string; parent: string }[]> {
    return this.#ask('other.descendants', DESCENDANTS, head, pages);
  }

  async pagesAt(head: Head, paths: readonly string[]): Promise<Map<string, string>> {
    if (paths.length === 0) return new Map();
    const rows = await this.#ask<{ path: string; id: string }>('other.pages-at', PAGES_AT, head, paths);
    return new Map(rows.map(({ path, id }) => [path, id]));
  }

  async pathsOf(head: Head, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#ask<{ id: string; path: string }>('other.paths-of', PATHS_OF, head, ids);
    return new Map(rows.map(({ id, path }) => [id, path]));
  }

  async filesAt(head: Head, urls: readonly string[]): Promise<Map<string, string>> {
    const found = await this.live.filesAt(head, urls);
    const { hiddenFiles, files } = await this.#differences();
    for (const url of urls) {
      const wanted = this.urls.fileOf(url);
      if (wanted === undefined) continue;
      const known = found.get(url);
      if (known !== undefined && hiddenFiles.has(known)) found.delete(url);
      const alike = files.filter(({ blob }) => blob === wanted.hash);
      const own = alike.find(({ name }) => name === wanted.name) ?? (found.has(url) ? undefined : alike[0]);
      if (own) found.set(url, own.id);
    }
    return found;
  }

  async countPages(head: Head): Promise<number> {
    return (await this.live.countPages(head)) + (await this.#differences()).grows;
  }

  async #ask<R extends object>(name: string, text: string, head: Head, ...more: unknown[]): Promise<R[]> {
    const { hidden, placed: pages } = await this.#differences();
    return this.sql.rows<R>(name, text, [
      head.organizationId,
      head.spaceId,
      hidden,
      pages.map(({ id }) => id),
      pages.map(({ parent }) => parent),
      pages.map(({ rank }) => rank),
      pages.map(({ slug }) => slug),
      pages.map(({ type }) => type),
      ...more,
    ]);
  }

  #differences(): Promise<Differences> {
    this.#found ??= this.find();
    return this.#found;
  }
}

/** As the index of the projection has children: by code points, of which ranks and ids are in ASCII. */
function inOrder(a: SiblingRecord, b: SiblingRecord): number {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

function standsAlike(a: PageRecord, b: PageRecord): boolean {
  return a.parent === b.parent && a.rank === b.rank && a.slug === b.slug && a.type === b.type;
}
