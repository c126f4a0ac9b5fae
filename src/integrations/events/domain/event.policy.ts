import type { Caller } from '#kernel/application/caller';
import { roleAtLeast } from '#permissions';
import { SERVER_ORGANIZATION } from '#organization';
import type { Integration } from '../../integrations/domain/integration.js';
import { requireAdministers } from '../../integrations/domain/integration.policy.js';

/** Events that a caller sees: those of an integration, of these organizations or, with `undefined`, of all. */
export interface SeenEvents {
  integrationId: string;
  organizations: readonly string[] | undefined;
}

/**
 * Administrators of the organization that publishes see all events of an integration. That of the server has no members:
 * administrators of each organization see what its integrations were sent for theirs. Throws NotFound and Forbidden.
 */
export function requireSeenEvents(caller: Caller, integration: Integration | undefined): SeenEvents {
  if (integration?.published && integration.organizationId === SERVER_ORGANIZATION && !caller.visitor) {
    const organizations = [...caller.roles].flatMap(([id, role]) => (roleAtLeast(role, 'admin') ? [id] : []));
    if (organizations.length > 0) return { integrationId: integration.id, organizations };
  }
  return { integrationId: requireAdministers(caller, integration).id, organizations: undefined };
}
