import type { Caller } from '#kernel/application/caller';
import { Forbidden, NotFound } from '#kernel/domain/errors';
import { roleAtLeast } from '#permissions';

/** What identifies an installation to its script. */
interface Installed {
  id: string;
  integrationId: string;
}

/** Whether the caller is the script of this very installation, or of its integration. */
export function isScriptOf({ script }: Caller, { id, integrationId }: Installed): boolean {
  return script?.integrationId === integrationId && (!script.installation || script.installation.id === id);
}

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

/** The installations that a caller sees, for statements: those on organizations, of an integration, and one by its id. */
export interface SeenInstallations {
  organizations: string[];
  integrationId: string | null;
  installationId: string | null;
}

/** Those that a caller sees besides those on `organizations`: a script its own. */
export function seenInstallations({ script }: Caller, organizations: string[]): SeenInstallations {
  const { integrationId = null, installation } = script ?? {};
  if (installation) return { organizations, integrationId: null, installationId: installation.id };
  return { organizations, integrationId, installationId: null };
}

/** The organization of all that a caller sees besides, if it is one: those on `organizations`, or that of a script. */
export function onlyOrganization({ script }: Caller, organizations: readonly string[]): string | undefined {
  if (script) return script.installation?.organizationId;
  return organizations.length === 1 ? organizations[0] : undefined;
}

/** Throws Forbidden for what a script may not change of its own installation: what it covers, and whether it is paused. */
export function requireOwnMatters(changes: {
  status?: unknown;
  spaceSelection?: unknown;
  siteSelection?: unknown;
}): void {
  if ((changes.status ?? changes.spaceSelection ?? changes.siteSelection) !== undefined)
    throw new Forbidden('A script changes what is set for it, not what it covers nor whether it is paused');
}
