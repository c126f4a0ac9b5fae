import { afterAll, expect } from '@jest/globals';

interface OfFile {
  endSharedProcess?: () => Promise<void>;
  endSharedServer?: () => Promise<void>;
  faultsOfLogs?: () => string[];
  faultsOfStatements?: () => Promise<string[]>;
}

/**
 * Stops the servers that the specs of a file shared, and searches its logs and statements; files without one need not load the code.
 */
afterAll(async () => {
  const { endSharedProcess, endSharedServer, faultsOfLogs, faultsOfStatements } = globalThis as OfFile;
  await endSharedProcess?.();
  await endSharedServer?.();
  expect((await faultsOfStatements?.()) ?? []).toEqual([]);
  expect(faultsOfLogs?.().slice(0, 10) ?? []).toEqual([]);
});
