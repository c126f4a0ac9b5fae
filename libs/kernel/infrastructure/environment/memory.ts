import { cachesBelow, defaultCeiling } from '../memory/memory-ceiling.js';

const MB = 1_000_000;
const LEAST_MB = 256;
const LEAST_CACHE_MB = 16;
const MOST_MB = 1_000_000;

type Name = 'QUIRE_MEMORY_MB' | 'QUIRE_CACHE_MB';

interface Reader {
  text(name: Name): string | undefined;
  integer(name: Name, min: number, max: number, otherwise?: string): number;
}

/** How much memory a process may take, bytes. */
export interface MemorySettings {
  /** What the process should stay below; undefined for no limit. */
  ceiling: number | undefined;
  /** All large caches together. */
  caches: number;
}

export function memorySettings(read: Reader): MemorySettings {
  const ceiling = ceilingOf(read);
  const given = read.text('QUIRE_CACHE_MB') !== undefined;
  return {
    ceiling,
    caches: given ? read.integer('QUIRE_CACHE_MB', LEAST_CACHE_MB, MOST_MB) * MB : cachesBelow(ceiling),
  };
}

function ceilingOf(read: Reader): number | undefined {
  const text = read.text('QUIRE_MEMORY_MB');
  if (text === undefined) return defaultCeiling();
  return text === 'off' ? undefined : read.integer('QUIRE_MEMORY_MB', LEAST_MB, MOST_MB, ', or `off`') * MB;
}
