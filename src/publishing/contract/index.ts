export * from './audit-actions.js';
// The door of the Publishing context.
export * from './events.js';
export * from './openapi-spec.view.js';
export * from './site.view.js';
