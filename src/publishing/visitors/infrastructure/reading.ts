/*
 * What the statements of other areas may read of the tables of this one: nothing of a key but its hash. PostgreSQL plans
 * them as if the table itself were named.
 */

/** Share links. */
export const SHARE_LINKS = '(select organization_id, site_id, id, key_hash, active from publishing.share_link)';

/** Where visitors of a site sign in. */
export const VISITOR_AUTHS = '(select organization_id, site_id, fallback_url from publishing.visitor_auth)';

/** What visitors of a site may claim. */
export const ADAPTIVE_SCHEMAS = '(select organization_id, site_id, json_schema from publishing.adaptive_schema)';
