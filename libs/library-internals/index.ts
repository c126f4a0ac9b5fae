export * from './body-decorators.js';
export * from './internals.js';
export * from './job-tables.js';
export * from './parameters.js';
export * from './statements.js';
