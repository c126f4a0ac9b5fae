/*
 * What the statements of other areas may read of the tables of this one. PostgreSQL plans them as if the table itself
 * were named.
 */

/** How sites and site spaces look; `writer` is the transaction that wrote it, and so another one after each change. */
export const CUSTOMIZATIONS = `(select organization_id, site_id, site_space_id, settings, xmin::text as writer
  from publishing.customization)`;
