import { afterAll } from '@jest/globals';

/** Ends the server that the specs of a file shared, where there was one: files without one need not load it. */
afterAll(() => (globalThis as { endSharedServer?: () => Promise<void> }).endSharedServer?.());
