import type { Caller } from '#kernel/application/caller';
import { NotFound } from '#kernel/domain/errors';
import type { Integration } from '../../integrations/domain/integration.js';
import type { Integrations } from '../../integrations/domain/integrations.js';
import { isScriptOf, requireAdministersInstallation } from '../domain/installation.policy.js';
import type { Installation } from '../domain/installation.js';
import type { Installations } from '../domain/installations.js';

/** An installation that is locked for a change, with its integration. */
export interface HeldInstallation {
  integration: Integration;
  installation: Installation;
}

/** Finds an installation for a change. Undefined where the integration or the installation is not there. */
export async function findInstallation(
  integrations: Integrations,
  installations: Installations,
  name: string,
  installationId: string,
): Promise<HeldInstallation | undefined> {
  const integration = await integrations.named(name);
  if (!integration?.published) return undefined;
  const installation = await installations.held(integration.id, installationId);
  return installation && { integration, installation };
}

/** The same for a caller who administers it, or its script; throws NotFound or Forbidden for all others. */
export async function authorizeInstallation(
  integrations: Integrations,
  installations: Installations,
  caller: Caller,
  [name, installationId]: readonly [string, string],
): Promise<HeldInstallation> {
  const found = await findInstallation(integrations, installations, name, installationId);
  if (!found || !isScriptOf(caller, found.installation)) requireAdministersInstallation(caller, found?.installation);
  if (!found) throw new NotFound('Installation not found');
  return found;
}
