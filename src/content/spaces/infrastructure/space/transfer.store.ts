import { Injectable } from '@nestjs/common';
import { EntityTagCache } from '#kernel/application/entity-tag-cache';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { roleOfRank } from '#permissions';
import type { ContentItem } from '../../domain/collection/places.js';
import type { ContentKind } from '../../domain/permission/grants.js';
import { unpublishedVisibility, type VisibilityChange } from '../../domain/space/space-visibility.js';
import type { TransferredGrant, Transfer, Transfers } from '../../domain/space/transfers.js';
import { DOCUMENT_COLUMNS } from '../../../revisions/infrastructure/revision/document-columns.js';
import { CHANGE_REQUESTS } from '../../../revisions/infrastructure/reading.js';
import { RowsOfSpaces } from './space-rows.js';
import { visibilityOf } from './space-table.js';

/** The nodes of maps below `roots`, a select of hashes; $1 is their organization. */
const reachedFrom = (roots: string): string => `with recursive reached (hash) as (
    select root from (${roots}) roots (root) where root is not null
    union
    select decode(kid, 'hex') from reached cross join lateral ${nodeAt('reached.hash')}
    cross join lateral jsonb_array_elements_text(${membersOf('k')}) kid where kid is not null
  )`;

/** Selects a node by its hash, written so that PostgreSQL uses the index whatever its statistics say. */
const nodeAt = (hash: string): string =>
  `(select n.hash, n.body from content.node n where n.organization_id = $1 and n.hash = ${hash} offset 0) node`;

/** The members of a node: the children (`k`) of an inner node, the records (`e`) of a leaf. */
function membersOf(list: 'k' | 'e'): string {
  return `case when node.body like '{"${list}":%' then node.body::jsonb -> '${list}' else '[]'::jsonb end`;
}

const MISSING_FILES = `${reachedFrom(
  'select distinct files_root from content.revision where organization_id = $1 and space_id = any($3::text[])',
)}
  select named.hash from (
    select distinct file ->> 'blob' as hash from reached cross join lateral ${nodeAt('reached.hash')}
    cross join lateral jsonb_array_elements(${membersOf('e')}) file
  ) named
  where not exists (select from content.file_blob b where b.organization_id = $2 and b.hash = decode(named.hash, 'hex'))
  order by named.hash`;

const ROOTS = ['pages_root', 'files_root', 'contents_root']
  .map(
    (root) => `select distinct ${root} from content.revision where organization_id = $1 and space_id = any($3::text[])`,
  )
  .join(' union ');

const COPY_NODES = `${reachedFrom(ROOTS)}
  insert into content.node (organization_id, hash, body)
  select $2, node.hash, node.body from reached cross join lateral ${nodeAt('reached.hash')} order by node.hash
  on conflict do nothing`;

const COPY_DOCUMENTS = `insert into content.document (organization_id, hash, ${DOCUMENT_COLUMNS})
  select $2, d.hash, ${DOCUMENT_COLUMNS} from (
    select distinct hash from content.space_document where organization_id = $1 and space_id = any($3::text[])
  ) named join content.document d on d.organization_id = $1 and d.hash = named.hash order by d.hash
  on conflict do nothing`;

/** The Markdown that records of these contents were imported from. */
const COPY_SOURCES = `${reachedFrom(ROOTS)}
  insert into content.source_text (organization_id, hash, body, reading)
  select $2, t.hash, t.body, t.reading from (
    select distinct decode(record ->> 'source', 'hex') as hash from reached
    cross join lateral ${nodeAt('reached.hash')}
    cross join lateral jsonb_array_elements(${membersOf('e')}) record where record ? 'source'
  ) named join content.source_text t on t.organization_id = $1 and t.hash = named.hash
  order by t.hash on conflict do nothing`;

/** $3 is the root, which leaves its collection. */
const UNPUBLISH = `with before as (
    select b.id, ${visibilityOf('b')} as visibility from content.space b where b.organization_id = $1 and b.id = any($2)
  )
  update content.space s set published_url = null, published_visibility = null
  from before where s.organization_id = $1 and s.id = before.id
  returning s.id, before.visibility as previous,
    case when s.id = $3 then '${unpublishedVisibility(null)}' else ${visibilityOf('s')} end as visibility`;

const CONTENTS = `with below as (
    select id from content.collection where organization_id = $1 and chain @> array[$2::text]
  )
  select 'collection' as kind, id from below
  union all select 'space', s.id from content.space s where s.organization_id = $1 and s.id = $2
  union all select 'space', s.id from below join content.space s
    on s.organization_id = $1 and coalesce(s.parent, '') = below.id
  order by id`;

/**
 * Rows stored under hashes may be shared with content that stays, so they are copied. The search index is dropped. All
 * other rows get the id of the other organization in place. The number of statements is constant.
 */
@Injectable()
export class TransferStore implements Transfers {
  constructor(
    private readonly sql: SqlQuery,
    private readonly entityTags: EntityTagCache,
    private readonly rows: RowsOfSpaces,
  ) {}

  async contents(organizationId: string, { id }: ContentItem): Promise<Transfer['contents']> {
    const rows = await this.sql.rows<ContentItem & {}>('handover.contents', CONTENTS, [organizationId, id]);
    const idsOf = (wanted: ContentKind) => rows.filter(({ kind }) => kind === wanted).map((row) => row.id);
    return { space: idsOf('space'), collection: idsOf('collection') };
  }

  async missingFiles({ from, to, contents }: Transfer): Promise<string[]> {
    const values = [from, to, contents.space];
    const rows = await this.sql.rows<{ hash: string }>('handover.missing-files', MISSING_FILES, values);
    return rows.map(({ hash }) => hash);
  }

  async noteFiles({ from, to }: Transfer, hashes: readonly string[]): Promise<void> {
    await this.sql.rows(
      'handover.note-files',
      `insert into content.file_blob (organization_id, hash, size, content_type, disposition, width, height)
       select $2, hash, size, content_type, disposition, width, height from content.file_blob
       where organization_id = $1 and hash = any(select decode(h, 'hex') from unnest($3::text[]) h) order by hash
       on conflict do nothing`,
      [from, to, hashes],
    );
  }

  async lock({ from, contents }: Transfer): Promise<string[]> {
    const values = [from, contents.space];
    await this.sql.defer(
      'handover.lock',
      'select from content.space where organization_id = $1 and id = any($2::text[]) order by id for update',
      values,
    );
    const busy = this.rows.direct.flatMap(({ table, busy: condition }) =>
      condition === undefined
        ? []
        : `select space_id as id from content.${table}
           where organization_id = $1 and space_id = any($2::text[]) and ${condition}`,
    );
    const rows = await this.sql.rows<{ id: string }>('handover.running', busy.join(' union '), values);
    return rows.map(({ id }) => id);
  }

  async grants({ from, contents }: Transfer): Promise<TransferredGrant[]> {
    const rows = await this.sql.rows<Omit<TransferredGrant, 'role'> & { rank: number }>(
      'handover.grants',
      `select content_id as record, content_kind as kind, subject_id as subject, subject_kind as "subjectKind", rank
       from content.permission where organization_id = $1 and content_id = any($2::text[])
       order by content_id, subject_id for update`,
      [from, [...contents.collection, ...contents.space]],
    );
    return rows.map(({ rank, ...grant }) => ({ ...grant, role: roleOfRank(rank) ?? 'read' }));
  }

  async move(
    transfer: Transfer,
    { rank }: { rank: string },
    users: readonly string[],
    now: Date,
  ): Promise<VisibilityChange[]> {
    const { from, to, root, contents } = transfer;
    const ofSpaces = [from, to, contents.space];
    const values = [from, contents.space, root.id];
    const changes = await this.sql.rows<VisibilityChange & {}>('handover.unpublish-2', UNPUBLISH, values);
    // Moving the root out of its parent updates the chains of everything below by triggers; they stay valid in the
    // other organization.
    await this.sql.defer(
      `handover.detach-${root.kind}`,
      `update content.${root.kind} set parent = null, rank = $3 where organization_id = $1 and id = $2`,
      [from, root.id, rank],
    );
    await this.sql.defer('handover.copy-nodes', COPY_NODES, ofSpaces);
    await this.sql.defer('handover.copy-documents', COPY_DOCUMENTS, ofSpaces);
    await this.sql.defer('handover.copy-sources', COPY_SOURCES, ofSpaces);
    await this.sql.defer(
      'handover.revision-parents',
      `update content.revision_parent p set organization_id = $2 from content.revision r
       where r.organization_id = $1 and r.space_id = any($3::text[])
         and p.organization_id = $1 and p.revision_id = r.id`,
      ofSpaces,
    );
    // Filling the index again later is cheaper than rewriting its rows now.
    for (const { table } of this.rows.direct.filter(({ onTransfer }) => onTransfer === 'delete')) {
      await this.sql.defer(
        `handover.forget-${table}`,
        `delete from content.${table} where organization_id = $1 and space_id = any($2::text[])`,
        [from, contents.space],
      );
    }
    for (const { table } of this.rows.ofChangeRequests) {
      await this.sql.defer(
        `handover.${table}`,
        `update content.${table} t set organization_id = $2 from ${CHANGE_REQUESTS} c
         where c.organization_id = $1 and c.space_id = any($3::text[])
           and t.organization_id = $1 and t.change_request_id = c.id`,
        ofSpaces,
      );
    }
    const moved = this.rows.direct.filter(({ onTransfer }) => onTransfer === undefined).map(({ table }) => table);
    await this.sql.defer(
      'handover.revision-2',
      `update content.revision set organization_id = $2, written_by = default
       where organization_id = $1 and space_id = any($3::text[])`,
      ofSpaces,
    );
    for (const table of moved) {
      await this.sql.defer(
        `handover.${table}`,
        `update content.${table} set organization_id = $2 where organization_id = $1 and space_id = any($3::text[])`,
        ofSpaces,
      );
    }
    await this.#moveGrants(transfer, users);
    for (const kind of ['collection', 'space'] as const) {
      await this.sql.defer(
        `handover.${kind}`,
        `update content.${kind} set organization_id = $2, version = version + 1, updated_at = $4
         where organization_id = $1 and id = any($3::text[])`,
        [from, to, contents[kind], now],
      );
    }
    this.entityTags.changed('');
    return changes;
  }

  async #moveGrants({ from, to, contents }: Transfer, users: readonly string[]): Promise<void> {
    const records = [...contents.collection, ...contents.space];
    await this.sql.defer(
      'handover.end-grants',
      `delete from content.permission where organization_id = $1 and content_id = any($2::text[])
         and not (subject_kind = 'user' and subject_id = any($3::text[]))`,
      [from, records, users],
    );
    await this.sql.defer(
      'handover.grants-left',
      'update content.permission set organization_id = $2 where organization_id = $1 and content_id = any($3::text[])',
      [from, to, records],
    );
  }
}
