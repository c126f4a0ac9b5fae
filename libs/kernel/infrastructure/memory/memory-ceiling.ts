import { totalmem } from 'node:os';
import { constants, PerformanceObserver, type NodeGCPerformanceDetail } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';

const MB = 1_000_000;
/** What caches may take of it. */
const CACHES = 0.4;
/** Of what the machine or the container has: the database, scripts and the operating system need the rest. */
const SHARE = 0.3;
const LEAST_MB = 320;
const MOST_MB = 768;
/** What the process takes besides objects and their buffers: programs, stacks, young objects. */
const BESIDES_MB = 170;
/**
 * By how many percent of what is in use the heap may grow until garbage is collected: V8 itself allows up to four times.
 * Few steps, as each change of a flag costs code that was compiled before.
 */
const GROWTH = [200, 100, 60, 35, 20] as const;
/** Where more would be allowed than the first step, V8 decides by itself. */
const BY_ITSELF = 0;

/** Bytes of memory that the container allows, or else the machine has. */
export function availableMemory(): number {
  // Without a limit it is 0, or more than the machine has.
  const allowed = process.constrainedMemory() || Infinity;
  return Math.min(allowed, totalmem());
}

/**
 * Bytes of memory that this process should not exceed by default: three tenths of what there is, and no more than what
 * mixed work needs to be fast.
 */
export function defaultCeiling(): number {
  const megabytes = (availableMemory() * SHARE) / MB;
  return Math.round(Math.min(Math.max(megabytes, LEAST_MB), MOST_MB)) * MB;
}

/** Bytes of all caches together below a ceiling. */
export function cachesBelow(ceiling: number | undefined): number {
  return ceiling === undefined ? Infinity : ceiling * CACHES;
}

/**
 * The growth, in percent, with which the process stays below a ceiling, where so many bytes of its heap are in use, and
 * so many by buffers outside it.
 */
export function growthBelow(ceiling: number, used: number, buffers = 0): number {
  const allowed = ((ceiling - BESIDES_MB * MB - buffers) / used - 1) * 100;
  if (allowed > GROWTH[0]) return BY_ITSELF;
  return GROWTH.find((percent) => percent <= allowed) ?? (GROWTH.at(-1) as number);
}

/**
 * Keeps the memory of the process below a ceiling, in bytes, as far as what is in use allows: garbage is collected the
 * earlier, the less room is left. Node can be given a size of its heap only before it starts, and one that is too small
 * ends the process. Returns what stops watching.
 */
export function holdBelow(ceiling: number): () => void {
  let growth: number = BY_ITSELF;
  const observer = new PerformanceObserver((list) => {
    const isMajor = list
      .getEntries()
      .some(
        (entry) =>
          (entry as unknown as { detail: NodeGCPerformanceDetail }).detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR,
      );
    if (!isMajor) return;
    const { used_heap_size: used, external_memory: buffers } = getHeapStatistics();
    const next = growthBelow(ceiling, used, buffers);
    if (next !== growth) setFlagsFromString(`--heap-growing-percent=${next}`);
    growth = next;
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => observer.disconnect();
}
