export * from './commands.js';
export * from './events.js';
export * from './queries.js';
export * from './organization.view.js';
export * from './token.view.js';
export * from './user.view.js';
export * from './invite-target.js';
