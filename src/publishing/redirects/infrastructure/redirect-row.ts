import type { SiteRedirectView } from '../application/redirect.view.js';
import type { RedirectState } from '../domain/redirect.js';
import { writeSource } from '../domain/source-path.js';

export const REDIRECT_COLUMNS = `r.organization_id as "organizationId", r.site_id as "siteId", r.id, r.source, r.wildcard,
  r.capture_wildcard as "captureWildcard", r.draft, r.permanent, r.destination, r.created_at as "createdAt",
  r.updated_at as "updatedAt"`;

export function toRedirectView(state: RedirectState, publicUrl: string): SiteRedirectView {
  const { organizationId, siteId, id, destination, draft, captureWildcard, permanent, createdAt, updatedAt } = state;
  const view: SiteRedirectView = {
    object: 'site-redirect',
    id,
    source: writeSource(state),
    destination,
    draft,
    captureWildcard,
    permanent,
    createdAt: createdAt.toISOString(),
    urls: { location: `${publicUrl}/v1/orgs/${organizationId}/sites/${siteId}/redirects/${id}` },
  };
  if (updatedAt.getTime() !== createdAt.getTime()) view.updatedAt = updatedAt.toISOString();
  return view;
}
