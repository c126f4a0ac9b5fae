export * from './collection.view.js';
export * from './commands.js';
export * from './events.js';
export * from './languages.js';
export * from './queries.js';
export * from './space.view.js';
