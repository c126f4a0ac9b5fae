import type { Caller } from './caller.js';

/**
 * Remembers the entity tag that an answer was given under, at an address and to a caller; unless the record it was read
 * from may have changed while it was read.
 */
export type NoteTag = (caller: Caller, address: string, etag: string) => void;

/**
 * The entity tags of what callers read lately from records that have not changed since: a conditional read that still
 * holds is answered before anything is looked up.
 */
export abstract class EntityTagCache {
  /** The tag of what the caller would read at the address now; undefined where it must be looked up. */
  abstract known(caller: Caller, address: string): string | undefined;
  /** To be called before a record is read from which an answer is made; the answer carries what comes back. */
  abstract reading(record: string): NoteTag;
  /**
   * Forgets what was read from a record (from all of them for `''`) once the open transaction, which changes it, has been
   * committed.
   */
  abstract changed(record: string): void;
}
