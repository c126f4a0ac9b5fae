import type { Caller, Visitor } from '#kernel/application/caller';
import { NotFound } from '#kernel/domain/errors';
import { roleAtLeast, type Role } from '#permissions';
import type { OpenAPISpecPermissions } from '../../contract/openapi-spec.view.js';
import { requireSiteRole } from '../../sites/domain/site/site.policy.js';

/**
 * Refuses callers whose role in the organization does not reach, before anything is looked up. It is as with sites; who
 * may make specifications is also told by what organizations permit (`createOpenAPISpec`).
 */
export function requireSpecRole(caller: Caller, organizationId: string, wanted: 'read' | 'create'): Role {
  return requireSiteRole(caller, organizationId, wanted);
}

/**
 * Refuses whoever is neither a visitor of a site of the organization nor a member who may read there. Answers the visitor,
 * who reads only what the site shows something of.
 */
export function requireContentReader(caller: Caller, organizationId: string): Visitor | undefined {
  const { visitor } = caller;
  if (!visitor) requireSpecRole(caller, organizationId, 'read');
  else if (visitor.organizationId !== organizationId) throw new NotFound('OpenAPI specification not found');
  return visitor;
}

/** Whether a caller, who may be nobody, reads specifications that are not public. */
export function readsPrivateSpecs(caller: Caller | undefined, organizationId: string): boolean {
  if (!caller || caller.visitor || caller.scopes?.includes('openapi:read') === false) return false;
  const role = caller.roles.get(organizationId);
  return role !== undefined && role !== null && roleAtLeast(role, 'read');
}

/** The role by which a caller is shown specifications in links; undefined for callers who are shown none. */
export function linkedSpecRole({ visitor, roles }: Caller, organizationId: string): Role | undefined {
  const role = roles.get(organizationId);
  return !visitor && role && roleAtLeast(role, 'read') ? role : undefined;
}

export function specPermissions(role: Role): OpenAPISpecPermissions {
  return { view: true, edit: roleAtLeast(role, 'create') };
}
