import type { Caller } from '../../application/caller.js';
import { EntityTagCache, type CacheEntityTag } from '../../application/entity-tag-cache.js';
import type { Unchanged, UnchangedRecords } from '../../application/unchanged-records.js';

/** Most cached tags; then all are removed. */
const MOST = 200_000;
/** Longest address that is cached, in characters. */
const LONGEST_ADDRESS = 500;

interface Cached {
  etag: string;
  record: Unchanged;
}

/**
 * Caches tags in memory, each as long as its record is unchanged. Tags belong to the caller object: after a change of
 * rights the caller is another object.
 */
export class LocalEntityTagCache extends EntityTagCache {
  #callers = new WeakMap<Caller, Map<string, Cached>>();
  #count = 0;

  constructor(private readonly records: UnchangedRecords) {
    super();
  }

  known(caller: Caller, address: string): string | undefined {
    const cached = this.#callers.get(caller)?.get(address);
    return cached?.record.still === true ? cached.etag : undefined;
  }

  reading(record: string): CacheEntityTag {
    const unchanged = this.records.of(record);
    if (!unchanged.still) return cacheNothing;
    return (caller, address, etag) => {
      if (unchanged.still && address.length <= LONGEST_ADDRESS)
        this.#store(caller, address, { etag, record: unchanged });
    };
  }

  changed(record: string): void {
    this.records.changed(record);
  }

  #store(caller: Caller, address: string, cached: Cached): void {
    const known = this.#callers.get(caller);
    if (!known?.has(address) && ++this.#count > MOST) {
      this.#callers = new WeakMap();
      this.#count = 1;
    }
    const tags = this.#callers.get(caller) ?? new Map<string, Cached>();
    this.#callers.set(caller, tags.set(address, cached));
  }
}

const cacheNothing: CacheEntityTag = () => undefined;
