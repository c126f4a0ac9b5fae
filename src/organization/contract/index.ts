export * from './commands.js';
export * from './events.js';
export * from './queries.js';
export * from './member.view.js';
export * from './organization.view.js';
export * from './team.view.js';
export * from './token.view.js';
export * from './user.view.js';
