import type { OpenAPISpecPermissions, OpenAPISpecView } from '../../contract/openapi-spec.view.js';
import type { OpenAPISpecState } from '../domain/openapi-spec.js';

/** Whether $2 is the slug or id of a specification `s` of the organization. */
export const IS_NAMED = '((lower(s.slug) = lower($2) and s.slug = $2) or s.id = $2)';

/** The columns of a specification that are shown. */
export type OpenAPISpecRow = Pick<
  OpenAPISpecState,
  | 'organizationId'
  | 'id'
  | 'slug'
  | 'visibility'
  | 'sourceUrl'
  | 'processingState'
  | 'lastVersion'
  | 'lastProcessedAt'
  | 'errorCode'
  | 'faults'
  | 'faultCount'
  | 'createdAt'
  | 'updatedAt'
>;

/** The select list for the view of a specification `s`. */
export const SPEC_COLUMNS = `s.organization_id as "organizationId", s.id, s.slug, s.visibility,
  s.source_url as "sourceUrl", s.processing_state as "processingState", s.last_version_id as "lastVersion",
  s.last_processed_at as "lastProcessedAt", s.error_code as "errorCode", s.faults, s.fault_count as "faultCount",
  s.created_at as "createdAt", s.updated_at as "updatedAt"`;

export function toOpenAPISpecView(
  row: OpenAPISpecRow,
  permissions: OpenAPISpecPermissions,
  publicUrl: string,
): OpenAPISpecView {
  const { organizationId, id, slug, sourceUrl, lastVersion, lastProcessedAt, errorCode, faults, faultCount } = row;
  const view: OpenAPISpecView = {
    object: 'openapi-spec',
    id,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    slug,
    processingState: row.processingState,
    visibility: row.visibility,
    lastProcessedErrorCount: lastProcessedAt === null ? 0 : faultCount,
    permissions,
    urls: {
      location: `${publicUrl}/v1/orgs/${organizationId}/openapi/${slug}`,
      app: `${publicUrl}/o/${organizationId}/openapi/${slug}`,
    },
  };
  if (sourceUrl !== null) view.sourceURL = sourceUrl;
  if (lastVersion !== null) view.lastVersion = lastVersion;
  if (row.visibility === 'public') view.urls.published = specificationUrl(row, publicUrl);
  if (lastProcessedAt === null) return view;
  view.lastProcessedAt = lastProcessedAt.toISOString();
  if (errorCode !== null) view.lastProcessErrorCode = errorCode;
  if (faultCount > 0) view.lastProcessedErrors = faults;
  return view;
}

/** The address of the specification itself: of one version, or of the latest. */
export function specificationUrl(
  { organizationId, slug }: { organizationId: string; slug: string },
  publicUrl: string,
  versionId?: string,
): string {
  const url = `${publicUrl}/openapi/${organizationId}/${slug}`;
  return versionId === undefined ? url : `${url}/versions/${versionId}`;
}
