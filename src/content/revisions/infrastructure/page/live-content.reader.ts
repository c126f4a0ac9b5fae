import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { readRecords } from '../../domain/map/read-map.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../domain/page/page-record.js';
import type { Beside, Head, LiveContent, PlaceAmong, SiblingRecord } from '../../domain/ports.js';
import { FileUrls } from '../blobs/file-urls.js';
import { NodeStore } from '../revision/node-store.js';
import { atEnd, LivePlaces } from './live-places.js';

/** Reads the current content of a space: records from its maps, the shape of the tree from the projection. */
@Injectable()
export class LiveContentReader implements LiveContent {
  constructor(
    private readonly sql: SqlQuery,
    private readonly nodes: NodeStore,
    private readonly urls: FileUrls,
    private readonly places: LivePlaces,
  ) {}

  pages(head: Head, ids: readonly string[]): Promise<Map<string, PageRecord>> {
    return readRecords<PageRecord>(head.roots.pages, ids, this.nodes.of(head.organizationId));
  }

  files(head: Head, ids: readonly string[]): Promise<Map<string, FileRecord>> {
    return readRecords<FileRecord>(head.roots.files, ids, this.nodes.of(head.organizationId));
  }

  contents(head: Head, ids: readonly string[]): Promise<Map<string, ReusableContentRecord>> {
    return readRecords<ReusableContentRecord>(head.roots.contents, ids, this.nodes.of(head.organizationId));
  }

  children(head: Head, parent: string | null): Promise<SiblingRecord[]> {
    const { organizationId, spaceId } = head;
    const columns = `select page_id as id, slug, rank from content.live_page where organization_id = $1 and space_id = $2`;
    return parent === null
      ? this.sql.rows('live.roots', `${columns} and parent_id is null order by rank, page_id`, [
          organizationId,
          spaceId,
        ])
      : this.sql.rows('live.children', `${columns} and parent_id = $3 order by rank, page_id`, [
          organizationId,
          spaceId,
          parent,
        ]);
  }

  async beside(head: Head, parent: string | null, { except, at, slugs }: PlaceAmong): Promise<Beside> {
    const wanted = { except: [except], slugs };
    if (at === undefined) return atEnd(await this.places.last(head, parent, wanted));
    const { children, taken } = await this.places.from(head, parent, {
      ...wanted,
      offset: Math.max(at - 1, 0),
      count: 2,
    });
    // There are fewer children than that.
    if (children.length === 0 && at > 0) return atEnd(await this.places.last(head, parent, wanted));
    const [first = null, second = null] = children.map(({ rank }) => rank);
    return at === 0 ? { before: null, after: first, taken } : { before: first, after: second, taken };
  }

  async above(head: Head, page: string): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'live.above',
      `with recursive above as (
         select page_id, parent_id from content.live_page
         where organization_id = $1 and space_id = $2 and page_id = $3
         union
         select p.page_id, p.parent_id from above a
         join content.live_page p on p.organization_id = $1 and p.space_id = $2 and p.page_id = a.parent_id
       ) select page_id as id from above where page_id <> $3`,
      [head.organizationId, head.spaceId, page],
    );
    return rows.map(({ id }) => id);
  }

  descendants(head: Head, pages: readonly string[]): Promise<{ id: string; parent: string }[]> {
    return this.sql.rows(
      'live.descendants',
      `with recursive below as (
         select page_id, parent_id from content.live_page
         where organization_id = $1 and space_id = $2 and parent_id = any($3)
         union
         select p.page_id, p.parent_id from below b
         join content.live_page p on p.organization_id = $1 and p.space_id = $2 and p.parent_id = b.page_id
       ) select page_id as id, parent_id as parent from below`,
      [head.organizationId, head.spaceId, pages],
    );
  }

  async pagesAt(head: Head, paths: readonly string[]): Promise<Map<string, string>> {
    if (paths.length === 0) return new Map();
    const rows = await this.sql.rows<{ path: string; id: string }>(
      'live.pages-at',
      `select path, page_id as id from content.live_page
       where organization_id = $1 and space_id = $2 and path = any($3)`,
      [head.organizationId, head.spaceId, paths],
    );
    return new Map(rows.map(({ path, id }) => [path, id]));
  }

  async filesAt(head: Head, urls: readonly string[]): Promise<Map<string, string>> {
    const wanted = new Map<string, { hash: string; name: string }>();
    for (const url of urls) {
      const file = this.urls.fileOf(url);
      if (file !== undefined) wanted.set(url, file);
    }
    if (wanted.size === 0) return new Map();
    const rows = await this.sql.rows<{ hash: string; name: string; id: string }>(
      'live.files-by-hash-2',
      `select encode(blob, 'hex') as hash, name, min(file_id) as id from content.live_file
       where organization_id = $1 and space_id = $2 and blob = any(array(select decode(h, 'hex') from unnest($3::text[]) h))
       group by blob, name order by id desc`,
      [head.organizationId, head.spaceId, [...wanted.values()].map(({ hash }) => hash)],
    );
    // The file with that name, or else the oldest with the same bytes.
    const ids = new Map(rows.flatMap(({ hash, name, id }) => [[hash, id] as const, [`${hash}/${name}`, id] as const]));
    return new Map(
      [...wanted].flatMap(([url, { hash, name }]) => {
        const id = ids.get(`${hash}/${name}`) ?? ids.get(hash);
        return id === undefined ? [] : [[url, id] as const];
      }),
    );
  }

  async pathsOf(head: Head, ids: readonly string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.sql.rows<{ id: string; path: string }>(
      'live.paths-of',
      `select page_id as id, path from content.live_page
       where organization_id = $1 and space_id = $2 and page_id = any($3) and path is not null`,
      [head.organizationId, head.spaceId, ids],
    );
    return new Map(rows.map(({ id, path }) => [id, path]));
  }

  async document(head: Head, hash: string): Promise<string | undefined> {
    const row = await this.sql.row<{ body: string }>(
      'document.body',
      `select body from content.document where organization_id = $1 and hash = decode($2, 'hex')`,
      [head.organizationId, hash],
    );
    return row?.body;
  }

  async countPages(head: Head): Promise<number> {
    if (head.pageCount !== undefined) return head.pageCount;
    const row = await this.sql.row<{ count: number }>(
      'live.count-2',
      'select pages as count from content.space_head where organization_id = $1 and space_id = $2',
      [head.organizationId, head.spaceId],
    );
    return row?.count ?? 0;
  }
}
