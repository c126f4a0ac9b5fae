import { StoresByHash } from '../../revisions/infrastructure/garbage/stored-by-hash.js';
import { Injectable } from '@nestjs/common';
import { NotFound } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { StoredFile } from '../../revisions/domain/content/file-intake.js';
import type {
  ImportedContent,
  ImportedState,
  SourceChanges,
  SourceItem,
  SpaceSource,
} from '../domain/import/import-ports.js';
import type { SourceReading } from '../domain/import/source-reading.js';
import { readAll } from '../../revisions/domain/map/read-map.js';
import type { FileRecord, PageRecord, ReusableContentRecord } from '../../revisions/domain/page/page-record.js';
import type { RevisionRoots } from '../../revisions/domain/ports.js';
import { NodeStore } from '../../revisions/infrastructure/revision/node-store.js';
import { EntityTagCache } from '#kernel/application/entity-tag-cache';
import { Turns } from '#kernel/application/turns';
import { HEADS, REVISIONS } from '../../revisions/infrastructure/reading.js';
import { OwnsRowsOfSpaces } from '../../spaces/infrastructure/space/space-rows.js';

/** Rows written in one statement: few, so that what is made for it is short-lived memory. */
const BATCH = 100;
const NO_SOURCE: SpaceSource = { root: '', redirects: [], tags: [], variables: [] };

interface HeadRow extends RevisionRoots {
  revisionId: string;
  sources: number;
  source: string | null;
}

interface ItemRow extends Omit<SourceItem, 'reading' | 'stored'> {
  reading: string | null;
}

/** Where the content of spaces came from, in rows beside the revisions. */
@Injectable()
@StoresByHash({
  table: 'source_item',
  column: `unnest(array[document, case when kind = 'file' then decode(reading::json ->> 'blob', 'hex') end])`,
})
@OwnsRowsOfSpaces(
  { table: 'source_item', copied: 'item_id, kind, key, path, oid, document, reading' },
  { table: 'space_source', copied: 'source' },
)
export class ImportedContentStore implements ImportedContent {
  constructor(
    private readonly sql: SqlQuery,
    private readonly nodes: NodeStore,
    private readonly entityTags: EntityTagCache,
  ) {}

  async load(organizationId: string, spaceId: string, revision?: string): Promise<ImportedState> {
    // The head is read first: whatever changes after it is noticed when the import is committed.
    const head = await this.sql.row<HeadRow>(
      'source.head',
      `select r.id as "revisionId", h.sources, encode(r.pages_root, 'hex') as pages,
         encode(r.files_root, 'hex') as files, encode(r.contents_root, 'hex') as contents, r.variables, o.source
       from ${HEADS} h
       join ${REVISIONS} r
         on r.organization_id = h.organization_id and r.id = coalesce($3, h.revision_id) and r.space_id = h.space_id
       left join content.space_source o on o.organization_id = h.organization_id and o.space_id = h.space_id
       where h.organization_id = $1 and h.space_id = $2`,
      [organizationId, spaceId, revision ?? null],
    );
    if (!head) throw new NotFound('Space not found');
    const nodes = this.nodes.of(organizationId);
    const turns = new Turns();
    const pause = (): Promise<void> => turns.next();
    return {
      organizationId,
      spaceId,
      revisionId: head.revisionId,
      sources: head.sources,
      pages: await readAll<PageRecord>(head.pages, nodes, pause),
      files: await readAll<FileRecord>(head.files, nodes, pause),
      contents: await readAll<ReusableContentRecord>(head.contents, nodes, pause),
      variables: head.variables,
      items: await this.#items(organizationId, spaceId),
      source: head.source === null ? NO_SOURCE : (JSON.parse(head.source) as SpaceSource),
    };
  }

  async revision(organizationId: string, spaceId: string): Promise<string | undefined> {
    const row = await this.sql.row<{ revision: string }>(
      'source.revision',
      `select revision_id as revision from ${HEADS} h where organization_id = $1 and space_id = $2`,
      [organizationId, spaceId],
    );
    return row?.revision;
  }

  async version(organizationId: string, spaceId: string): Promise<string> {
    const row = await this.sql.row<{ version: string }>(
      'source.version',
      `select revision_id || '.' || sources as version from ${HEADS} h
       where organization_id = $1 and space_id = $2`,
      [organizationId, spaceId],
    );
    if (!row) throw new NotFound('Space not found');
    return row.version;
  }

  async sources(organizationId: string, spaceId: string): Promise<number> {
    const row = await this.sql.row<{ sources: number }>(
      'source.count',
      `select sources from ${HEADS} h where organization_id = $1 and space_id = $2`,
      [organizationId, spaceId],
    );
    return row?.sources ?? 0;
  }

  async save(organizationId: string, spaceId: string, { put, gone, source }: SourceChanges): Promise<void> {
    if (put.length === 0 && gone.length === 0 && source === undefined) return;
    const place = [organizationId, spaceId];
    if (gone.length > 0) {
      await this.sql.rows(
        'source.remove',
        'delete from content.source_item where organization_id = $1 and space_id = $2 and item_id = any($3)',
        [...place, gone],
      );
    }
    for (let i = 0; i < put.length; i += BATCH) await this.#put(place, put.slice(i, i + BATCH));
    if (source !== undefined) {
      await this.sql.rows(
        'source.put-tree',
        `insert into content.space_source (organization_id, space_id, source) values ($1, $2, $3)
         on conflict (organization_id, space_id) do update set source = excluded.source`,
        [...place, JSON.stringify(source)],
      );
    }
    await this.sql.rows(
      'source.changed',
      'update content.space_head set sources = sources + 1 where organization_id = $1 and space_id = $2',
      place,
    );
    this.entityTags.changed(spaceId);
  }

  async #items(organizationId: string, spaceId: string): Promise<Map<string, SourceItem>> {
    const rows = await this.sql.rows<ItemRow>(
      'source.items',
      `select item_id as id, kind, key, path, oid, reading from content.source_item
       where organization_id = $1 and space_id = $2`,
      [organizationId, spaceId],
    );
    return new Map(rows.map((row) => [row.id, itemOf(row)]));
  }

  async #put(place: readonly string[], items: readonly SourceItem[]): Promise<void> {
    await this.sql.rows(
      'source.put',
      `insert into content.source_item (organization_id, space_id, item_id, kind, key, path, oid, document, reading)
       select $1, $2, item_id, kind, key, path, oid, decode(document, 'hex'), reading
       from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
         i(item_id, kind, key, path, oid, document, reading)
       order by item_id
       on conflict (organization_id, space_id, item_id) do update set
         kind = excluded.kind, key = excluded.key, path = excluded.path, oid = excluded.oid,
         document = excluded.document, reading = excluded.reading`,
      [
        ...place,
        items.map(({ id }) => id),
        items.map(({ kind }) => kind),
        items.map(({ key }) => key),
        items.map(({ path }) => path),
        items.map(({ oid }) => oid),
        items.map(({ reading }) => reading?.document ?? null),
        items.map(({ reading, stored }) => ((reading ?? stored) ? JSON.stringify(reading ?? stored) : null)),
      ],
    );
  }
}

function itemOf({ reading, ...row }: ItemRow): SourceItem {
  const value = reading === null ? null : (JSON.parse(reading) as unknown);
  return row.kind === 'file'
    ? { ...row, reading: null, stored: value as StoredFile | null }
    : { ...row, reading: value as SourceReading | null, stored: null };
}
