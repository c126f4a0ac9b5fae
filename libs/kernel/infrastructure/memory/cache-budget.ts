import { LRUCache } from 'lru-cache';
import { USUAL_BYTES, type CacheName } from './usual-bytes.js';

/** A cache as operators see it. */
export interface CacheUse {
  name: string;
  /** Bytes that it holds while the budget is short. */
  part: number;
  /** Bytes that it holds now. */
  held: number;
}

/** What the budget knows of a cache. */
export interface BudgetedCache {
  /** Bytes that it holds. */
  held(): number;
  /** Removes what was used least recently; false where it has no more than one entry, which it keeps. */
  dropOldest(): boolean;
}

interface LruOptions<V> {
  /** Bytes of an entry; without it each entry comes with its `size`. */
  sizeCalculation?: (value: V, key: string) => number;
  maxEntrySize?: number;
  ttl?: number;
}

const ALL_BYTES = Object.values(USUAL_BYTES).reduce((sum, bytes) => sum + bytes, 0);

/**
 * The bytes that all large caches of this process share. A cache may hold what it usually does, as long as others leave
 * room. When they hold more together than there is, those that exceed their part give back until it fits.
 */
export class CacheBudget {
  readonly #caches = new Map<CacheName, BudgetedCache>();
  readonly #factor: number;

  /** `bytes` for all of them together; more than they usually take is not used. */
  constructor(private readonly bytes: number) {
    this.#factor = Math.min(1, bytes / ALL_BYTES);
  }

  /** Adds a cache and returns the most bytes that it may hold. */
  join(name: CacheName, cache: BudgetedCache): number {
    if (this.#caches.has(name)) throw new Error(`There are two caches of ${name}`);
    this.#caches.set(name, cache);
    return Math.floor(Math.min(USUAL_BYTES[name], this.bytes));
  }

  /** A new cache of what was used most recently. */
  lru<V extends object | string>(name: CacheName, options: LruOptions<V> = {}): LRUCache<string, V> {
    const cache: LRUCache<string, V> = new LRUCache<string, V>({
      ...options,
      maxSize: this.join(name, {
        held: () => cache.calculatedSize,
        dropOldest: () => cache.size > 1 && cache.pop() !== undefined,
      }),
    });
    return cache;
  }

  /** What caches hold beyond the budget is taken from those above their part, each by as much as it exceeds it. */
  balance(): void {
    const { uses } = this;
    const over = uses.reduce((sum, { held }) => sum + held, -this.bytes);
    if (over <= 0) return;
    const beyond = uses.reduce((sum, use) => sum + excessOf(use), 0);
    for (const [at, cache] of [...this.#caches.values()].entries()) {
      const use = uses[at] as CacheUse;
      const excess = excessOf(use);
      const left = use.held - (over * excess) / beyond;
      while (excess > 0 && cache.held() > left) if (!cache.dropOldest()) break;
    }
  }

  get uses(): CacheUse[] {
    return [...this.#caches].map(([name, cache]) => ({
      name,
      part: Math.floor(USUAL_BYTES[name] * this.#factor),
      held: cache.held(),
    }));
  }
}

function excessOf({ held, part }: CacheUse): number {
  return Math.max(0, held - part);
}
