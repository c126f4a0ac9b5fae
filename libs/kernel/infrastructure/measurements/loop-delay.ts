import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds between looks, each of which wakes the process up. */
const EVERY_MS = 50;
const NANOSECONDS = 1e9;

/** How late this process gets to what is due. */
export class LoopDelay {
  /** Of times between two looks. */
  readonly #times = monitorEventLoopDelay({ resolution: EVERY_MS });

  constructor() {
    this.#times.enable();
  }

  /** Seconds by which the latest hundredth of the looks was late, since this was called before; 0 where none was. */
  latestHundredth(): number {
    const late = this.#times.percentile(99) / NANOSECONDS - EVERY_MS / 1_000;
    this.#times.reset();
    return Math.max(0, late);
  }
}
