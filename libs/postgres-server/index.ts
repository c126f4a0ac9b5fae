export { PostgresUnavailable } from './errors.js';
export { binariesIn, findBinaries } from './binaries.js';
export { olderBinaries } from './older-binaries.js';
export { clustersOf } from './place.js';
export { startPostgres } from './start-postgres.js';
export type { PostgresOptions, PostgresServer } from './start-postgres.js';
export {
  filledName,
  foundIn,
  majorOf,
  removeUnfinished,
  requireNotKept,
  stepFor,
  swap,
  type Found,
  type Step,
} from './versions.js';
