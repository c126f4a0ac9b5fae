import type { Caller } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { roleAtLeast } from '#permissions';
import type { Integration } from './integration.js';

/** Throws unless the caller administers the organization that publishes. NotFound for one that they do not belong to. */
export function requirePublisher(caller: Caller, organizationId: string): void {
  const role = caller.visitor ? undefined : caller.roles.get(organizationId);
  if (role === undefined) throw new NotFound('Organization not found');
  if (!roleAtLeast(role, 'admin'))
    throw new Forbidden('Only administrators of the organization publish its integrations');
}

/** Throws NotFound for an organization that the caller does not belong to, and Forbidden for its guests. */
export function requireMember(caller: Caller, organizationId: string): void {
  const role = caller.visitor ? undefined : caller.roles.get(organizationId);
  if (role === undefined) throw new NotFound('Organization not found');
  if (role === null) throw new Forbidden('Guests do not see the integrations of the organization');
}

/** Whether the caller belongs to the organization that owns the integration. */
export function isOfOwner(caller: Caller, { organizationId }: { organizationId: string }): boolean {
  return !caller.visitor && caller.roles.has(organizationId);
}

/** Whether the caller administers the integration. */
export function administers(caller: Caller, { organizationId }: { organizationId: string }): boolean {
  return !caller.visitor && roleAtLeast(caller.roles.get(organizationId), 'admin');
}

/**
 * Whether the caller may know of the integration: everybody of one that is not private, and members of its owner.
 * Others who have it installed see it by that.
 */
export function mayKnow(
  caller: Caller,
  integration: { published: boolean; visibility: string; organizationId: string },
): boolean {
  return integration.published && (integration.visibility !== 'private' || isOfOwner(caller, integration));
}

/** Throws NotFound where the caller may not know of the integration, and Forbidden where they do not administer it. */
export function requireAdministers(caller: Caller, integration: Integration | undefined): Integration {
  if (!integration || !mayKnow(caller, integration.snapshot())) throw new NotFound('Integration not found');
  if (!administers(caller, integration))
    throw new Forbidden('Only administrators of the organization that publishes the integration may do this');
  return integration;
}
