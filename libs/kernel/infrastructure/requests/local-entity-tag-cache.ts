import type { Caller } from '../../application/caller.js';
import { EntityTagCache, type CacheEntityTag } from '../../application/entity-tag-cache.js';
import type { Unchanged, UnchangedRecords } from '../../application/unchanged-records.js';
import type { CacheBudget } from '../memory/cache-budget.js';

/** What a cached tag takes besides its address. */
const BESIDES_BYTES = 200;
/** Longest address that is cached, in characters. */
const LONGEST_ADDRESS = 500;

interface Cached {
  etag: string;
  record: Unchanged;
}

/**
 * Caches tags in memory, each as long as its record is unchanged. Tags belong to the caller object: after a change of
 * rights the caller is another object. When there is no room any more, all are removed.
 */
export class LocalEntityTagCache extends EntityTagCache {
  #callers = new WeakMap<Caller, Map<string, Cached>>();
  readonly #most: number;
  /** Bytes of all tags since they were removed, also of callers that are gone. */
  #size = 0;

  constructor(
    private readonly records: UnchangedRecords,
    caches: CacheBudget,
  ) {
    super();
    this.#most = caches.join('entity tags', { held: () => this.#size, dropOldest: () => this.#removeAll() });
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
    if (!this.#callers.get(caller)?.has(address)) {
      const bytes = address.length + BESIDES_BYTES;
      if (this.#size + bytes > this.#most) this.#removeAll();
      this.#size += bytes;
    }
    const tags = this.#callers.get(caller) ?? new Map<string, Cached>();
    this.#callers.set(caller, tags.set(address, cached));
  }

  #removeAll(): boolean {
    const had = this.#size > 0;
    this.#callers = new WeakMap();
    this.#size = 0;
    return had;
  }
}

const cacheNothing: CacheEntityTag = () => undefined;
