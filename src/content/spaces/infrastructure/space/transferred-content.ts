import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import type { Transfer } from '../../domain/space/transfers.js';
import { DOCUMENT_COLUMNS } from '../../../revisions/infrastructure/revision/document-columns.js';

/** The most hashes in one statement, as hexadecimal digits. */
const HASHES_AT_ONCE = 10_000;

/**
 * Selects from the nodes of maps below `roots`, a select of hashes; $1 is their organization. Each statement has it as a
 * query within another one: a distributed database refuses an insert, or a query of two organizations, that is recursive
 * itself.
 */
const reachedFrom = (roots: string, selected: string): string => `with recursive reached (hash) as (
    select root from (${roots}) roots (root) where root is not null
    union
    select decode(kid, 'hex') from reached cross join lateral ${nodeAt('reached.hash')}
    cross join lateral jsonb_array_elements_text(${membersOf('k')}) kid where kid is not null
  )
  ${selected}`;

/** Selects a node by its hash, written so that PostgreSQL uses the index whatever its statistics say. */
const nodeAt = (hash: string): string =>
  `(select n.hash, n.body from content.node n where n.organization_id = $1 and n.hash = ${hash} offset 0) node`;

/** The members of a node: the children (`k`) of an inner node, the records (`e`) of a leaf. */
function membersOf(list: 'k' | 'e'): string {
  return `case when node.body like '{"${list}":%' then node.body::jsonb -> '${list}' else '[]'::jsonb end`;
}

const rootsOf = (root: string, spaces: string): string =>
  `select distinct ${root} from content.revision where organization_id = $1 and space_id = any(${spaces}::text[])`;

const ROOTS = ['pages_root', 'files_root', 'contents_root'].map((root) => rootsOf(root, '$3')).join(' union ');

const NAMED_FILES = `select encode(named.hash, 'hex') as hash from (${reachedFrom(
  rootsOf('files_root', '$2'),
  `select distinct decode(file ->> 'blob', 'hex') as hash from reached cross join lateral ${nodeAt('reached.hash')}
   cross join lateral jsonb_array_elements(${membersOf('e')}) file`,
)}) named where named.hash is not null order by named.hash`;

/** Locked until the transaction ends: a collection of unused content leaves them, and afterwards sees the revisions. */
const LOCK_FILES = `select encode(hash, 'hex') as hash from content.file_blob
  where organization_id = $1 and hash = any(array(select decode(h, 'hex') from unnest($2::text[]) h))
  order by hash for key share`;

const NODES = reachedFrom(
  ROOTS,
  `select node.hash, node.body from reached cross join lateral ${nodeAt('reached.hash')}`,
);

const COPY_NODES = `insert into content.node (organization_id, hash, body)
  select $2, found.hash, found.body from (${NODES}) found order by found.hash
  on conflict do nothing`;

const COPY_DOCUMENTS = `insert into content.document (organization_id, hash, ${DOCUMENT_COLUMNS})
  select $2, d.hash, ${DOCUMENT_COLUMNS} from (
    select distinct hash from content.space_document where organization_id = $1 and space_id = any($3::text[])
  ) named join content.document d on d.organization_id = $1 and d.hash = named.hash order by d.hash
  on conflict do nothing`;

/** The Markdown that records of these contents were imported from. */
const SOURCES = reachedFrom(
  ROOTS,
  `select t.hash, t.body, t.reading from (
     select distinct decode(record ->> 'source', 'hex') as hash from reached
     cross join lateral ${nodeAt('reached.hash')}
     cross join lateral jsonb_array_elements(${membersOf('e')}) record where record ? 'source'
   ) named join content.source_text t on t.organization_id = $1 and t.hash = named.hash`,
);

const COPY_SOURCES = `insert into content.source_text (organization_id, hash, body, reading)
  select $2, found.hash, found.body, found.reading from (${SOURCES}) found order by found.hash
  on conflict do nothing`;

const NOTE_FILES = `insert into content.file_blob (organization_id, hash, size, content_type, disposition, width, height)
  select $2, hash, size, content_type, disposition, width, height from content.file_blob
  where organization_id = $1 and hash = any(array(select decode(h, 'hex') from unnest($3::text[]) h)) order by hash
  on conflict do nothing`;

/**
 * The hashes of files in any revision of the spaces that the other organization lacks. Those that it has stay until the
 * open transaction ends.
 */
export async function missingFiles(sql: SqlQuery, { from, to, contents }: Transfer): Promise<string[]> {
  const named = await sql.rows<{ hash: string }>('handover.named-files', NAMED_FILES, [from, contents.space]);
  const hashes = named.map(({ hash }) => hash);
  const there = new Set<string>();
  for (let at = 0; at < hashes.length; at += HASHES_AT_ONCE) {
    const part = hashes.slice(at, at + HASHES_AT_ONCE);
    const rows = await sql.rows<{ hash: string }>('handover.lock-files', LOCK_FILES, [to, part]);
    for (const { hash } of rows) there.add(hash);
  }
  return hashes.filter((hash) => !there.has(hash));
}

/** Records that the other organization has the bytes of these files. */
export async function noteFiles(sql: SqlQuery, { from, to }: Transfer, hashes: readonly string[]): Promise<void> {
  for (let at = 0; at < hashes.length; at += HASHES_AT_ONCE)
    await sql.rows('handover.note-files-3', NOTE_FILES, [from, to, hashes.slice(at, at + HASHES_AT_ONCE)]);
}

/** Copies what is stored under hashes, which may be shared with content that stays, in the order of the hashes. */
export async function copyContent(sql: SqlQuery, { from, to, contents }: Transfer): Promise<void> {
  const values = [from, to, contents.space];
  await sql.defer('handover.copy-nodes-2', COPY_NODES, values);
  await sql.defer('handover.copy-documents', COPY_DOCUMENTS, values);
  await sql.defer('handover.copy-sources-2', COPY_SOURCES, values);
}
