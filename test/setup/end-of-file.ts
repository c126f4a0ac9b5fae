import { afterAll, expect } from '@jest/globals';

interface OfFile {
  endSharedProcess?: () => Promise<void>;
  endSharedServer?: () => Promise<void>;
  faultsOfLogs?: () => string[];
}

/**
 * Stops the servers that the specs of a file shared, and searches its logs; files without one need not load the code.
 */
afterAll(async () => {
  const { endSharedProcess, endSharedServer, faultsOfLogs } = globalThis as OfFile;
  await endSharedProcess?.();
  await endSharedServer?.();
  expect(faultsOfLogs?.().slice(0, 10) ?? []).toEqual([]);
});
