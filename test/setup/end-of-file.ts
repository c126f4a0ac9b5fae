import { afterAll, expect } from '@jest/globals';

interface OfFile {
  endSharedServer?: () => Promise<void>;
  faultsOfLogs?: () => string[];
}

/** Ends the server that the specs of a file shared, and searches its logs; files without one need not load it. */
afterAll(async () => {
  const { endSharedServer, faultsOfLogs } = globalThis as OfFile;
  await endSharedServer?.();
  expect(faultsOfLogs?.().slice(0, 10) ?? []).toEqual([]);
});
