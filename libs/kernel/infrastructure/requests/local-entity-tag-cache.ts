import type { Caller } from '../../application/caller.js';
import { EntityTagCache, type CacheEntityTag } from '../../application/entity-tag-cache.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import type { Notifications } from '../events/notifications.js';

/** Notified by triggers of the contexts when a record changes: the payload is the record's id, or empty for all. */
const CHANGED_CHANNEL = 'quire_record_changed';

/** Most cached tags and records; then all are removed. */
const MOST = 200_000;
/** Longest address that is cached, in characters. */
const LONGEST_ADDRESS = 500;

/** The state of a record between two changes. */
interface Unchanged {
  still: boolean;
}

interface Cached {
  etag: string;
  record: Unchanged;
}

/**
 * Caches tags in memory. This process invalidates a record when it commits a change of it, others when they are
 * notified, and everything while there is no connection for notifications. Tags belong to the caller object: after a
 * change of rights the caller is another object.
 */
export class LocalEntityTagCache extends EntityTagCache {
  #callers = new WeakMap<Caller, Map<string, Cached>>();
  readonly #records = new Map<string, Unchanged>();
  #count = 0;

  constructor(
    private readonly notifications: Notifications,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
    notifications.on(CHANGED_CHANNEL, (record) => this.#forget(record));
    notifications.onGap(() => this.#forgetAll());
  }

  known(caller: Caller, address: string): string | undefined {
    const cached = this.#callers.get(caller)?.get(address);
    return cached?.record.still === true ? cached.etag : undefined;
  }

  reading(record: string): CacheEntityTag {
    // What an open transaction reads may never be committed.
    if (!this.notifications.connected || this.unitOfWork.open) return cacheNothing;
    const unchanged = this.#unchanged(record);
    return (caller, address, etag) => {
      if (unchanged.still && address.length <= LONGEST_ADDRESS)
        this.#store(caller, address, { etag, record: unchanged });
    };
  }

  changed(record: string): void {
    this.unitOfWork.afterCommit(() => this.#forget(record));
  }

  #unchanged(record: string): Unchanged {
    const known = this.#records.get(record);
    if (known) return known;
    this.#grow();
    const unchanged = { still: true };
    this.#records.set(record, unchanged);
    return unchanged;
  }

  #store(caller: Caller, address: string, cached: Cached): void {
    let tags = this.#callers.get(caller);
    if (!tags?.has(address)) this.#grow();
    tags = this.#callers.get(caller) ?? new Map<string, Cached>();
    this.#callers.set(caller, tags.set(address, cached));
  }

  #grow(): void {
    if (++this.#count > MOST) this.#forgetAll();
  }

  #forget(record: string): void {
    if (record === '') return this.#forgetAll();
    const unchanged = this.#records.get(record);
    if (unchanged) unchanged.still = false;
    this.#records.delete(record);
  }

  #forgetAll(): void {
    for (const unchanged of this.#records.values()) unchanged.still = false;
    this.#records.clear();
    this.#callers = new WeakMap();
    this.#count = 0;
  }
}

const cacheNothing: CacheEntityTag = () => undefined;
