import type { ScriptScope } from '#kernel/application/scopes';
import type { Role } from '#permissions';

/** The scopes of integrations that reach sites, with the role that each gives a script, the highest first. */
const ROLES: readonly (readonly [ScriptScope, Role])[] = [
  ['site:adaptive:write', 'create'],
  ['site:adaptive:read', 'read'],
  ['site:metadata:read', 'read'],
  ['site:views:read', 'read'],
];

/**
 * The role of a script on the sites that its installation covers: what its widest scope takes. Each operation names the
 * scopes that it is open for. Null without such a scope.
 */
export function roleOfSiteScopes(scopes: readonly ScriptScope[]): Role | null {
  return ROLES.find(([scope]) => scopes.includes(scope))?.[1] ?? null;
}
