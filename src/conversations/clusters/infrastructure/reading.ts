/* What the statements of other areas may read from this area's tables. PostgreSQL plans them as if they named the table. */

/** Clusters, what they are called and how many issues they have. */
export const CLUSTERS = '(select organization_id, id, label, issues from conversations.cluster)';
