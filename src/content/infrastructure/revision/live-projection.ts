import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { FileRecord, PageRecord } from '../../domain/page-record.js';
import type { Head, RevisionDraft } from '../../domain/ports.js';
import { headingOf, pageMembers } from './page-json.js';

/** Rows written in one statement: few, so that what is made to send them is short-lived memory. */
const BATCH = 200;

/** The pages and files of the current revision as rows, in the transaction that makes it current. */
@Injectable()
export class LiveProjection {
  constructor(private readonly sql: SqlQuery) {}

  async apply(draft: RevisionDraft): Promise<void> {
    const { head } = draft;
    const { put, gone } = split(draft.pages);
    if (gone.length > 0) await this.#remove('live_page', 'page_id', head, gone);
    for (let i = 0; i < put.length; i += BATCH) await this.#putPages(head, put.slice(i, i + BATCH));
    if (draft.moved.size > 0) {
      if (draft.paths) await this.#setPaths(head, [...draft.paths]);
      else await this.#makePaths(head, [...draft.moved]);
    }
    const files = split(draft.files);
    if (files.gone.length > 0) await this.#remove('live_file', 'file_id', head, files.gone);
    for (let i = 0; i < files.put.length; i += BATCH) await this.#putFiles(head, files.put.slice(i, i + BATCH));
  }

  async #remove(
    table: 'live_page' | 'live_file',
    key: 'page_id' | 'file_id',
    head: Head,
    ids: string[],
  ): Promise<void> {
    await this.sql.rows(
      `live.remove-${table}`,
      `delete from content.${table} where organization_id = $1 and space_id = $2 and ${key} = any($3)`,
      [head.organizationId, head.spaceId, ids],
    );
  }

  async #putPages(head: Head, pages: PageRecord[]): Promise<void> {
    await this.sql.rows(
      'live.put-pages',
      `insert into content.live_page
         (organization_id, space_id, page_id, parent_id, rank, slug, type, title, document, heading, members)
       select $1, $2, page_id, parent_id, rank, slug, type, title, decode(document, 'hex'), heading, members
       from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[])
         p(page_id, parent_id, rank, slug, type, title, document, heading, members)
       on conflict (organization_id, space_id, page_id) do update set
         parent_id = excluded.parent_id, rank = excluded.rank, slug = excluded.slug, type = excluded.type,
         title = excluded.title, document = excluded.document, heading = excluded.heading, members = excluded.members`,
      [
        head.organizationId,
        head.spaceId,
        pages.map(({ id }) => id),
        pages.map(({ parent }) => parent),
        pages.map(({ rank }) => rank),
        pages.map(({ slug }) => slug),
        pages.map(({ type }) => type),
        pages.map(({ title }) => title),
        pages.map(({ document }) => document ?? null),
        pages.map(headingOf),
        pages.map(pageMembers),
      ],
    );
  }

  /** Makes the paths of these pages and of all below them: the slugs from the root down; a link has none. */
  async #makePaths(head: Head, moved: string[]): Promise<void> {
    await this.sql.rows(
      'live.make-paths',
      `with recursive affected(page_id) as (
         select unnest($3::text[]) collate "C"
         union
         select p.page_id from affected a
         join content.live_page p on p.organization_id = $1 and p.space_id = $2 and p.parent_id = a.page_id
       ), chain(page_id, up, path) as (
         select p.page_id, p.parent_id, p.slug from affected a
         join content.live_page p on p.organization_id = $1 and p.space_id = $2 and p.page_id = a.page_id
         where p.type in ('document', 'group')
         union all
         select c.page_id, p.parent_id, p.slug || '/' || c.path from chain c
         join content.live_page p on p.organization_id = $1 and p.space_id = $2 and p.page_id = c.up
       )
       update content.live_page p set path = chain.path from chain
       where chain.up is null and p.organization_id = $1 and p.space_id = $2 and p.page_id = chain.page_id
         and p.path is distinct from chain.path`,
      [head.organizationId, head.spaceId, moved],
    );
  }

  async #setPaths(head: Head, paths: [id: string, path: string][]): Promise<void> {
    for (let i = 0; i < paths.length; i += BATCH) {
      const batch = paths.slice(i, i + BATCH);
      await this.sql.rows(
        'live.set-paths',
        `update content.live_page p set path = known.path from unnest($3::text[], $4::text[]) known(page_id, path)
         where p.organization_id = $1 and p.space_id = $2 and p.page_id = known.page_id
           and p.path is distinct from known.path`,
        [head.organizationId, head.spaceId, batch.map(([id]) => id), batch.map(([, path]) => path)],
      );
    }
  }

  async #putFiles(head: Head, files: FileRecord[]): Promise<void> {
    await this.sql.rows(
      'live.put-files',
      `insert into content.live_file (organization_id, space_id, file_id, name, blob, content_type, size, width, height)
       select $1, $2, file_id, name, decode(blob, 'hex'), content_type, size, width, height
       from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::int[], $9::int[])
         f(file_id, name, blob, content_type, size, width, height)
       on conflict (organization_id, space_id, file_id) do update set
         name = excluded.name, blob = excluded.blob, content_type = excluded.content_type, size = excluded.size,
         width = excluded.width, height = excluded.height`,
      [
        head.organizationId,
        head.spaceId,
        files.map(({ id }) => id),
        files.map(({ name }) => name),
        files.map(({ blob }) => blob),
        files.map(({ contentType }) => contentType),
        files.map(({ size }) => size),
        files.map(({ width }) => width ?? null),
        files.map(({ height }) => height ?? null),
      ],
    );
  }
}

function split<R>(changes: ReadonlyMap<string, R | null>): { put: R[]; gone: string[] } {
  const put: R[] = [];
  const gone: string[] = [];
  for (const [id, record] of changes) {
    if (record === null) gone.push(id);
    else put.push(record);
  }
  return { put, gone };
}
