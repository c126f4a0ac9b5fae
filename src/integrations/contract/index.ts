export * from './audit-actions.js';
// The contract of the Integrations context.
export * from './events.js';
