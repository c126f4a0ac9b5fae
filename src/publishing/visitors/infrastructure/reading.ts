/*
 * What the statements of other areas may read from this area's tables: of a key only its hash. PostgreSQL plans them as
 * if they named the table itself.
 */

export const SHARE_LINKS = '(select organization_id, site_id, id, key_hash, active from publishing.share_link)';

/** How visitors of sites sign in; `writer` differs between any two versions. */
export const VISITOR_AUTHS = `(select organization_id, site_id, backend, integration, fallback_url, logout_url, xmin::text as writer
  from publishing.visitor_auth)`;

/** The claim schemas of sites; `writer` differs between any two versions. */
export const ADAPTIVE_SCHEMAS =
  '(select organization_id, site_id, json_schema, xmin::text as writer from publishing.adaptive_schema)';
