// The door of the Publishing context.
export * from './events.js';
export * from './site.view.js';
