// The contract of the Conversations context.
export * from './audit-actions.js';
export * from './events.js';
