export * from './audit-actions.js';
export * from './commands.js';
// The contract of the Integrations context.
export * from './events.js';
