import { AsyncLocalStorage } from 'node:async_hooks';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../domain/clock.js';
import { Quotas, type Quota, type Taken } from '../../domain/quotas.js';
import type { SqlQuery } from '../database/sql-query.js';

/** Most keys of one quota; the least recently used one is dropped, and begins again with the shared count. */
const MOST_KEYS = 50_000;
/** Most counts in one statement. */
const MOST_SHARED = 1_000;
/** The part of a limit that a process counts before it shares the count. */
const UNSHARED = 1 / 20;
const PAUSE_MS = 100;
const RETRY_MS = 2_000;
/** How long ended windows are kept, for processes whose clocks are late. */
const KEPT_MS = 600_000;

/** The count of one key in one window. */
interface Count {
  key: string;
  endsAt: number;
  /** Counted here and not shared yet. */
  own: number;
  /** The shared count of all processes. */
  shared: number;
}

/**
 * Counts in memory, without waiting, and shares the counts with the other processes through PostgreSQL: after each
 * twentieth of a limit, at most every 0.1 s and many keys in one statement. So each process may exceed the limit by a
 * twentieth, and by what arrives while counts are being shared. While the database is away each process counts for
 * itself.
 */
export class SharedQuotas extends Quotas implements BeforeApplicationShutdown {
  readonly #waiting = new Set<Count>();
  /** Outside of the work that is counted, whose connection is not for this. */
  readonly #outside = AsyncLocalStorage.snapshot();
  #timer: NodeJS.Timeout | undefined;
  #sharing: Promise<void> | undefined;
  #ended = false;
  #cleanAt = 0;

  constructor(
    private readonly sql: SqlQuery,
    private readonly clock: Clock,
  ) {
    super();
  }

  of(name: string, limit: number, windowMs: number): Quota {
    // With `max` it would take the room for all keys at once, for each of a dozen quotas.
    const counts = new LRUCache<string, Count>({ maxSize: MOST_KEYS, sizeCalculation: () => 1 });
    const mostUnshared = Math.max(1, Math.floor(limit * UNSHARED));
    const countOf = (key: string, now: number): Count => {
      const known = counts.get(key);
      if (known && known.endsAt > now) return known;
      const count = { key: `${name} ${key}`, endsAt: (Math.floor(now / windowMs) + 1) * windowMs, own: 0, shared: 0 };
      counts.set(key, count);
      return count;
    };
    return {
      take: (key): Taken => {
        const now = this.clock.now().getTime();
        const count = countOf(key, now);
        const granted = count.shared + count.own < limit;
        if (granted && ++count.own >= mostUnshared) this.#share(count);
        const left = Math.max(0, limit - count.shared - count.own);
        return { granted, limit, left, resetsAt: count.endsAt, resetsInMs: count.endsAt - now };
      },
      refund: (key) => {
        countOf(key, this.clock.now().getTime()).own--;
      },
    };
  }

  networkOf(address: string): string {
    if (!address.includes(':')) return address;
    if (!ipaddr.isValid(address)) return address;
    const parsed = ipaddr.process(address);
    return parsed.kind() === 'ipv4' ? parsed.toString() : `${parsed.toByteArray().slice(0, 8).join('.')}/64`;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#sharing;
  }

  #share(count: Count): void {
    if (this.#ended || this.#waiting.size >= MOST_KEYS) return;
    this.#waiting.add(count);
    this.#schedule(PAUSE_MS);
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#sharing = this.#outside(() => this.#exchange()).then((done) => {
        this.#timer = undefined;
        if (!this.#ended && this.#waiting.size > 0) this.#schedule(done ? PAUSE_MS : RETRY_MS);
      });
    }, ms).unref();
  }

  /** Returns whether the counts were shared. */
  async #exchange(): Promise<boolean> {
    const now = this.clock.now().getTime();
    const batch: { count: Count; added: number }[] = [];
    for (const count of this.#waiting) {
      if (batch.length >= MOST_SHARED) break;
      this.#waiting.delete(count);
      if (count.endsAt <= now || count.own === 0) continue;
      batch.push({ count, added: count.own });
      count.shared += count.own;
      count.own = 0;
    }
    try {
      await this.#clean(now);
      const totals = await this.#add(batch);
      for (const { count } of batch) count.shared = Math.max(count.shared, totals.get(count.key) ?? 0);
      return true;
    } catch {
      for (const { count, added } of batch) {
        count.shared -= added;
        count.own += added;
        this.#waiting.add(count);
      }
      return false;
    }
  }

  /** Uses the pool directly: the request that counted last may be in a transaction. */
  async #add(batch: readonly { count: Count; added: number }[]): Promise<Map<string, number>> {
    if (batch.length === 0) return new Map();
    const { rows } = await this.sql.pool.query<{ key: string; used: number }>(
      `insert into kernel.quota_use as q (key, ends_at, used)
       select key, to_timestamp(ends_at / 1000), used
       from unnest($1::text[], $2::float8[], $3::int[]) as told(key, ends_at, used) order by key, ends_at
       on conflict (key, ends_at) do update set used = q.used + excluded.used
       returning key, used`,
      [batch.map(({ count }) => count.key), batch.map(({ count }) => count.endsAt), batch.map(({ added }) => added)],
    );
    return new Map(rows.map(({ key, used }) => [key, used]));
  }

  async #clean(now: number): Promise<void> {
    if (now < this.#cleanAt) return;
    this.#cleanAt = now + KEPT_MS;
    await this.sql.pool.query('delete from kernel.quota_use where ends_at < to_timestamp($1)', [
      (now - KEPT_MS) / 1000,
    ]);
  }
}
