/* What the statements of other areas may read from this area's tables. PostgreSQL plans them as if they named the table. */

/** Clusters, what they are called, how many issues they have, and when the documentation was searched for them. */
export const CLUSTERS = `(select organization_id, id, label, issues, documentation_checked_at
  from conversations.cluster)`;
