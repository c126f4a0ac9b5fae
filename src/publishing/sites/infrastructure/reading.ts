/*
 * What the statements of other areas may read of the tables of this one. PostgreSQL plans them as if the table itself
 * were named.
 */

/** Sites. */
export const SITES = `(select organization_id, id, version, visibility, basename, hostname, proxy, published, published_at,
  adaptive_content, agents_context, access, structure, spaces from publishing.site)`;

/** At which hosts and paths sites are reached. */
export const SITE_ADDRESSES = '(select host, path, organization_id, site_id from publishing.site_address)';
