export { ROLES, rankOf, roleAtLeast, roleOfRank, type Role } from './roles.js';
export { allowed, resolveLevel, type Level } from './rule.js';
