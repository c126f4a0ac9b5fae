/* What the statements of other areas may read from this area's tables. PostgreSQL plans them as if they named the table. */

/** Integrations that are published. */
export const PUBLISHED_INTEGRATIONS = `(select organization_id, id, name, visibility, release, manifest->>'title' as title,
  manifest->'scopes' as scopes from integrations.integration where published)`;
