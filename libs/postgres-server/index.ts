export { PostgresUnavailable } from './errors.js';
export { startPostgres } from './start-postgres.js';
export type { PostgresOptions, PostgresServer } from './start-postgres.js';
