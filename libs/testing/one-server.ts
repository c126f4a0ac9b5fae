import { TEST_NODES } from './test-nodes.js';

/**
 * `it` or `describe`, for what can't be tried in a distributed database, and why not. Where tests run on nodes
 * (QUIRE_TEST_NODES) these are left out, and all others pass.
 */
export function onOneServer<T extends { skip: unknown }>(test: T, _why: string): T {
  return TEST_NODES.length > 0 ? (test.skip as T) : test;
}
