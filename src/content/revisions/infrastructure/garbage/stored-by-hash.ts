const STORED_BY_HASH = Symbol.for('quire:stored-by-hash');

/** A table of the context whose rows are shared within an organization and named by the hash of what they hold. */
export interface TableByHash {
  table: string;
  /** Its rows are nodes of maps, which refer to others; or, with a `column`, they refer to such nodes. */
  nodes?: boolean;
  /** Its rows say which spaces have what another table holds: they are named by the space and the hash. */
  ofSpaces?: boolean;
  /** Its rows name bytes in the store, which are deleted some time after them. Young rows stay. */
  bytes?: boolean;
  /** The name of a column of another table: its rows refer to content that may be in no revision. */
  column?: string;
}

/**
 * Marks the store of tables with content under hashes: `StoresByHash({ table: 'document' })` for what is collected when
 * nothing refers to it, with a `column` for rows that refer to such content beside revisions.
 */
export function StoresByHash(...tables: TableByHash[]): ClassDecorator {
  return (target) => Reflect.defineMetadata(STORED_BY_HASH, tables, target);
}

export { STORED_BY_HASH };

/**
 * A part of a statement that stores content under hashes before a revision refers to it: notes the hashes, so that they
 * are not collected in the meantime. `hashes` is the parameter with their texts, $1 the organization.
 */
export const noteStoredAhead = (hashes: string): string => `insert into content.stored_ahead (organization_id, hashes)
  select $1, array_agg(decode(ahead.hash, 'hex')) from unnest(${hashes}::text[]) ahead(hash) having count(*) > 0`;
