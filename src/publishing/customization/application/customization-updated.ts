import type { AuditEntry } from '#kernel/application/audit-trail';
import type { Caller } from '#kernel/application/caller';
import type { Site } from '../../sites/domain/site/site.js';

/** The audit entry for a changed customization of a site, or of one of its site spaces. */
export function customizationUpdated(caller: Caller, site: Site, siteSpaceId?: string): AuditEntry {
  return {
    organizations: [site.organizationId],
    action: 'site.customization-updated',
    actorId: caller.userId,
    target: { type: 'site', id: site.id, label: site.title },
    ...(siteSpaceId !== undefined && { payload: { siteSpace: siteSpaceId } }),
  };
}
