import type { AuditEntry } from '#kernel/application/audit-trail';
import type { Caller } from '#kernel/application/caller';
import type { Site } from '../../domain/site/site.js';

/** The audit entry for a changed structure of a site. */
export function structureChanged(caller: Caller, site: Site): AuditEntry {
  return {
    organizations: [site.organizationId],
    action: 'site.structure-changed',
    actorId: caller.userId,
    target: { type: 'site', id: site.id, label: site.title },
  };
}
