export * from './audit-actions.js';
export * from './commands.js';
// The contract of the Publishing context.
export * from './events.js';
export * from './openapi-spec.view.js';
export * from './queries.js';
export * from './shown-blocks.js';
export * from './site.view.js';
