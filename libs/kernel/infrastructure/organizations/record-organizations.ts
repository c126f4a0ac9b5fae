import type { CacheBudget } from '../memory/cache-budget.js';

/** A record that is known by its id alone. */
export interface NamedRecord {
  /** Its table with its schema, `content.space`, which has an index that begins with `id`. */
  table: string;
  id: string;
}

/** What an entry takes: the name of a table, two ids, and what the cache adds. */
const ENTRY_BYTES = 250;

/**
 * The organizations that records belong to, by their ids. Statements give the organization as a parameter, so that a
 * database that is distributed by organizations asks the one node that has the rows. An organization that is kept may be
 * out of date only where a record was transferred since; what is read in it is then missing, and it is looked up again.
 */
export class RecordOrganizations {
  readonly #kept;

  constructor(caches: CacheBudget) {
    this.#kept = caches.lru<string>('organizations of records', { sizeCalculation: () => ENTRY_BYTES });
  }

  /**
   * What `read` finds in the organization of a record; undefined where there is no such record. `look` asks the database
   * for the organization: for a record that is not known yet, and where nothing (undefined, no rows) was found in the
   * organization that is known.
   */
  within<T>(
    { table, id }: NamedRecord,
    look: () => Promise<string | undefined>,
    read: (organizationId: string) => Promise<T>,
  ): Promise<T | undefined> {
    const key = `${table} ${id}`;
    const kept = this.#kept.get(key);
    if (kept === undefined) return this.#readAnew(key, look, read);
    // One promise more than the read itself, as every request that names a space or a site comes this way.
    return read(kept).then((found) => (isMissing(found) ? this.#readAnew(key, look, read, kept, found) : found));
  }

  /** `found` is what was found in the organization `kept`. */
  async #readAnew<T>(
    key: string,
    look: () => Promise<string | undefined>,
    read: (organizationId: string) => Promise<T>,
    kept?: string,
    found?: T,
  ): Promise<T | undefined> {
    const current = await this.#note(key, look);
    if (current === undefined || current === kept) return found;
    const anew = await read(current);
    // It may have been transferred since it was looked up, when nothing was known of it.
    return kept === undefined && isMissing(anew) ? this.#readAnew(key, look, read, current, anew) : anew;
  }

  async #note(key: string, look: () => Promise<string | undefined>): Promise<string | undefined> {
    const organizationId = await look();
    if (organizationId === undefined) this.#kept.delete(key);
    else this.#kept.set(key, organizationId);
    return organizationId;
  }
}

function isMissing(found: unknown): boolean {
  return found === undefined || (Array.isArray(found) && found.length === 0);
}
