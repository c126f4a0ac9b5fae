import module from 'node:module';

/** By then what a start runs is compiled, and the start is over. */
const AFTER_MS = 5_000;

/**
 * Stores the code that this start compiled, for the next one, in the folder that `bin/start.mjs` or
 * `NODE_COMPILE_CACHE` names: Node itself does so only when a process ends, which a killed one does not. Node.js before
 * 22.10 has no such function.
 */
export function storeCompiledCode(): void {
  const { flushCompileCache } = module as { flushCompileCache?: () => void };
  if (flushCompileCache) setTimeout(flushCompileCache, AFTER_MS).unref();
}
