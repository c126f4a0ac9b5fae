import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { jsonArray, textArray } from '#kernel/infrastructure/database/text-array';
import { targetsOf } from '../../domain/page/stored-links.js';
import type { StoredDocument } from '../../domain/ports.js';

/**
 * The columns of a document that are derived from its body, in the order that every statement that writes or copies
 * them uses.
 */
export const DOCUMENT_COLUMNS = 'body, markdown, slots, targets, links, link_nodes, anchors';

const LISTS = ['targets', 'links', 'nodes', 'anchors'] as const;

/** Inserts documents of the organization $1, in the order of their hashes; `values` are those of `documentValues`. */
export function insertDocuments(values: readonly [string, string, string, string, string]): string {
  const [hashes, bodies, texts, slots, lists] = values;
  const listed = LISTS.map((list) => `content.texts(d.lists -> '${list}')`);
  return `insert into content.document (organization_id, hash, ${DOCUMENT_COLUMNS})
    select $1, decode(d.hash, 'hex'), d.body, d.markdown, d.slots, ${listed.join(', ')}
    from unnest(${hashes}::text[], ${bodies}::text[], ${texts}::text[], ${slots}::text[], ${lists}::jsonb[])
      d(hash, body, markdown, slots, lists)
    order by 2
    on conflict do nothing`;
}

/** In PostgreSQL's binary form, so that they can be put together in a process and sent on as they are. */
export type DocumentValues = readonly [
  hashes: Uint8Array,
  bodies: Uint8Array,
  markdown: Uint8Array,
  slots: Uint8Array,
  lists: Uint8Array,
];

export function documentValues(documents: readonly StoredDocument[]): DocumentValues {
  return [
    textArray(documents.map(({ hash }) => hash)),
    textArray(documents.map(({ body }) => body)),
    textArray(documents.map(({ markdown }) => markdown)),
    textArray(documents.map(({ slots }) => (slots.length === 0 ? null : JSON.stringify(slots)))),
    jsonArray(documents.map(listsOf)),
  ];
}

/** The lists that are not empty, as JSON. */
function listsOf({ links, anchors }: StoredDocument): string {
  const texts = links.map(({ link }) => link);
  const lists = { targets: targetsOf(texts), links: texts, nodes: links.map(({ node }) => node), anchors };
  return JSON.stringify(lists, (_, value: unknown) => (Array.isArray(value) && value.length === 0 ? undefined : value));
}

/** The block trees of stored documents, as JSON, by their hashes; missing documents are left out. */
export async function documentBodies(
  sql: SqlQuery,
  organizationId: string,
  hashes: readonly string[],
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map();
  const rows = await sql.rows<{ hash: string; body: string }>(
    'document.bodies-2',
    `select encode(hash, 'hex') as hash, body from content.document
     where organization_id = $1 and hash = any(array(select decode(h, 'hex') from unnest($2::text[]) h))`,
    [organizationId, hashes],
  );
  return new Map(rows.map(({ hash, body }) => [hash, body]));
}
