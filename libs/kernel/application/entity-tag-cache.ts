import type { Caller } from './caller.js';

/**
 * Caches the entity tag of a response, by its address and caller; unless the record may have changed while it was read.
 */
export type CacheEntityTag = (caller: Caller, address: string, etag: string) => void;

/**
 * Caches the entity tags of recent reads of unchanged records, so that a conditional read with a current tag is
 * answered without reading from the database.
 */
export abstract class EntityTagCache {
  /** The current entity tag for the caller at the address; undefined where it is not cached. */
  abstract known(caller: Caller, address: string): string | undefined;
  /** Call before reading a record for a response; the returned function belongs to that response. */
  abstract reading(record: string): CacheEntityTag;
  /**
   * Invalidates the tags of a record (of all records for `''`) when the open transaction, which changes it, commits.
   */
  abstract changed(record: string): void;
}
