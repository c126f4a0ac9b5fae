import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

/** Share of the time between two looks in which an idle process does something. */
const IDLE = 0.05;
/** Looks in a row at which the process is idle before its memory is given back. */
const LOOKS = 2;
/** Bytes by which the heap has to have grown since the last time. */
const WORTH = 16_000_000;
/** Bytes in use from which on a collection would take too long for a request that comes meanwhile: about a second. */
const MOST = 400_000_000;

/** What is looked at, and done. */
export interface OwnProcess {
  /** The share of the time since the last call in which it did something. */
  busy(): number;
  /** Bytes of the heap, and those of them in use. */
  heap(): { total: number; used: number };
  /** Collects all garbage, and gives back the memory. */
  collect(): Promise<void>;
}

/**
 * Gives memory back to the system while there is nothing to do. V8 collects garbage when memory is allocated, so a
 * process keeps what its start, or its busiest minute, took until it is busy again.
 */
export class IdleCollection {
  #looks = 0;
  /** Size of the heap after the last collection. */
  #left = 0;

  constructor(private readonly own: OwnProcess = thisProcess()) {}

  /** To be called every few seconds. */
  async look(): Promise<void> {
    this.#looks = this.own.busy() < IDLE ? this.#looks + 1 : 0;
    if (this.#looks < LOOKS) return;
    const { total, used } = this.own.heap();
    if (total < this.#left + WORTH || used > MOST) return;
    this.#looks = 0;
    await this.own.collect();
    this.#left = this.own.heap().total;
  }
}

function thisProcess(): OwnProcess {
  let since = performance.eventLoopUtilization();
  return {
    busy() {
      const before = since;
      since = performance.eventLoopUtilization();
      return performance.eventLoopUtilization(since, before).utilization;
    },
    heap() {
      const { total_heap_size: total, used_heap_size: used } = getHeapStatistics();
      return { total, used };
    },
    collect: collectGarbage,
  };
}

/**
 * As V8 does where the system is short of memory, which frees most. Its inspector can do it without a flag, and a flag
 * would make V8 refuse the code that it compiled before.
 */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}
