import type { Caller } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { roleAtLeast } from '#permissions';

/** Whether the caller belongs to the organization, be it as a guest. */
export function belongsTo(caller: Caller, organizationId: string): boolean {
  return !caller.visitor && caller.roles.has(organizationId);
}

/** Whether the caller may see that an integration is installed on the organization. */
export function seesInstallations(caller: Caller, organizationId: string): boolean {
  return !caller.visitor && (caller.roles.get(organizationId) ?? null) !== null;
}

/** Throws NotFound for an organization that the caller does not belong to, and Forbidden for its guests. */
export function requireSeesInstallations(caller: Caller, organizationId: string): void {
  if (!belongsTo(caller, organizationId)) throw new NotFound('Organization not found');
  if (!seesInstallations(caller, organizationId))
    throw new Forbidden('Guests do not see which integrations are installed on the organization');
}

/** The organizations whose installations the caller administers. */
export function organizationsAdministeredBy(caller: Caller): string[] {
  return [...caller.roles.keys()].filter((organizationId) => administersInstallations(caller, organizationId));
}

/** Whether the caller may change installations on the organization, and read what is set for them. */
export function administersInstallations(caller: Caller, organizationId: string): boolean {
  return !caller.visitor && roleAtLeast(caller.roles.get(organizationId), 'admin');
}

/** Throws NotFound for an organization that the caller does not belong to, and Forbidden unless they administer it. */
export function requireInstaller(caller: Caller, organizationId: string): void {
  if (!belongsTo(caller, organizationId)) throw new NotFound('Organization not found');
  if (!administersInstallations(caller, organizationId))
    throw new Forbidden('Only administrators of the organization install integrations on it, and change what is set');
}

/** The same for an installation that was found. */
export function requireAdministersInstallation<T extends { organizationId: string }>(
  caller: Caller,
  installation: T | undefined,
): T {
  if (!installation || !belongsTo(caller, installation.organizationId)) throw new NotFound('Installation not found');
  requireInstaller(caller, installation.organizationId);
  return installation;
}
