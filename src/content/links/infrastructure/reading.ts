/* The columns of this area's tables that statements of other areas may read. */

export const FOLLOWED_SPECS = `(select organization_id, slug, last_version from content.openapi_spec)`;
