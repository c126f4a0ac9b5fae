import type { ScriptScope } from '#kernel/application/scopes';
import type { Role } from '#permissions';

/** The scopes of integrations that reach spaces, with the role that each gives a script, the highest first. */
const ROLES: readonly (readonly [ScriptScope, Role])[] = [
  ['space:metadata:write', 'create'],
  ['space:git:sync', 'create'],
  ['space:content:write', 'edit'],
  ['space:metadata:read', 'read'],
  ['space:content:read', 'read'],
];

/**
 * The role of a script in the spaces that its installation covers: what its widest scope takes. Each operation names the
 * scopes that it is open for, so a script does with its role what its scopes say, and nothing else of the role.
 */
export function roleOfScopes(scopes: readonly ScriptScope[]): Role | undefined {
  return ROLES.find(([scope]) => scopes.includes(scope))?.[1];
}
