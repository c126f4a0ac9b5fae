import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { CacheBudget } from './cache-budget.js';
import { IdleCollection } from './idle-collection.js';
import { holdBelow } from './memory-ceiling.js';

const REPORT_MS = 600_000;
const BALANCE_MS = 1_000;
const IDLE_MS = 5_000;
const MB = 1_000_000;

/**
 * Keeps the process below its ceiling of memory and its caches within their budget, gives back memory while there is
 * nothing to do, and logs every ten minutes how much they take.
 */
export class MemoryReport implements OnApplicationShutdown {
  readonly #logger = new Logger('Memory');
  readonly #timers: NodeJS.Timeout[] = [];
  #end: (() => void) | undefined;

  constructor(
    /** Bytes; undefined where there is none. */
    private readonly ceiling: number | undefined,
    private readonly caches: CacheBudget,
  ) {}

  /** In a process that serves. */
  start(): void {
    if (this.ceiling !== undefined) this.#end = holdBelow(this.ceiling);
    const idle = new IdleCollection();
    this.#timers.push(
      setInterval(() => void idle.look(), IDLE_MS).unref(),
      setInterval(() => this.caches.balance(), BALANCE_MS).unref(),
      setInterval(() => this.#logger.log(this.line), REPORT_MS).unref(),
    );
  }

  onApplicationShutdown(): void {
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
    this.#end?.();
  }

  /** As `412 MB of 768; caches 61 of 307 MB: page trees 40 of 48, …`, with the part of each that holds something. */
  get line(): string {
    const { uses } = this.caches;
    const sum = (what: 'held' | 'part'): number => uses.reduce((all, use) => all + use[what], 0);
    const used = uses.filter(({ held }) => held >= MB / 2).sort((one, other) => other.held - one.held);
    const each = used.map(({ name, held, part }) => `${name} ${megabytes(held)} of ${megabytes(part)}`);
    const own = `${megabytes(process.memoryUsage.rss())} MB${this.ceiling === undefined ? '' : ` of ${megabytes(this.ceiling)}`}`;
    const caches = `caches ${megabytes(sum('held'))} of ${megabytes(sum('part'))} MB`;
    return `${own}; ${[caches, ...(each.length > 0 ? [each.join(', ')] : [])].join(': ')}`;
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / MB);
}
