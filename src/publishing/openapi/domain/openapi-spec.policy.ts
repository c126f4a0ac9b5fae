import type { Caller, Visitor } from '#kernel/application/caller';
import { NotFound } from '#kernel/domain/errors';
import { roleAtLeast, type Role } from '#permissions';
import type { OpenAPISpecPermissions } from '../../contract/openapi-spec.view.js';
import { atLeast } from '../../sites/domain/site/site.policy.js';

/** The role of a caller on the specifications of an organization; undefined for visitors and callers from elsewhere. */
function specRoleOf({ roles, script, visitor }: Caller, organizationId: string): Role | null | undefined {
  if (!script) return visitor ? undefined : roles.get(organizationId);
  if (script.installation?.organizationId !== organizationId) return undefined;
  if (script.scopes.includes('openapi:write')) return 'create';
  return script.scopes.includes('openapi:read') ? 'read' : null;
}

/**
 * Rejects callers whose role in the organization is not sufficient, before anything is looked up, as for sites. The
 * permissions of an organization also show who may create specifications (`createOpenAPISpec`).
 */
export function requireSpecRole(caller: Caller, organizationId: string, wanted: 'read' | 'create'): Role {
  return atLeast(specRoleOf(caller, organizationId), wanted);
}

/**
 * Rejects callers who are neither a visitor of one of the organization's sites nor a member with read access. Returns
 * the visitor, who may read only what the site shows.
 */
export function requireContentReader(caller: Caller, organizationId: string): Visitor | undefined {
  const { visitor } = caller;
  if (!visitor) requireSpecRole(caller, organizationId, 'read');
  else if (visitor.organizationId !== organizationId) throw new NotFound('OpenAPI specification not found');
  return visitor;
}

/** Whether the caller, who may be anonymous, may read specifications that are not public. */
export function readsPrivateSpecs(caller: Caller | undefined, organizationId: string): boolean {
  if (!caller || caller.visitor || caller.scopes?.includes('openapi:read') === false) return false;
  const role = specRoleOf(caller, organizationId);
  return role !== undefined && role !== null && roleAtLeast(role, 'read');
}

/** The role with which a caller sees specifications in links; undefined for callers who see none. */
export function linkedSpecRole(caller: Caller, organizationId: string): Role | undefined {
  const role = specRoleOf(caller, organizationId);
  return role && roleAtLeast(role, 'read') ? role : undefined;
}

export function specPermissions(role: Role): OpenAPISpecPermissions {
  return { view: true, edit: roleAtLeast(role, 'create') };
}
