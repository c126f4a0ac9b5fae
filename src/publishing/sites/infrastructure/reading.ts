/*
 * What the statements of other areas may read from this area's tables. PostgreSQL plans them as if they named the table
 * itself.
 */

export const SITES = `(select organization_id, id, version, title, visibility, basename, hostname, proxy, published, published_at,
  adaptive_content, agents_context, access, structure, spaces from publishing.site)`;

/** The hosts and paths of sites. */
export const SITE_ADDRESSES = '(select host, path, organization_id, site_id from publishing.site_address)';

/** The record that counts as changed when a site comes to an address or leaves one; triggers notify the same name. */
export const ADDRESSES_RECORD = 'addresses of sites';
