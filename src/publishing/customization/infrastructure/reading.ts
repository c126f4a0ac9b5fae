/*
 * What the statements of other areas may read from this area's tables. PostgreSQL plans them as if they named the table
 * itself.
 */

/**
 * The customization of sites and site spaces; `writer` is the transaction that wrote a row, so it differs after each
 * change.
 */
export const CUSTOMIZATIONS = `(select organization_id, site_id, site_space_id, settings, xmin::text as writer
  from publishing.customization)`;
