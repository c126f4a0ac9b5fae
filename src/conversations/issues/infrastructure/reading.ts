/* What the statements of other areas may read from this area's tables. PostgreSQL plans them as if they named the table. */

/** Issues with their texts, and the cluster each is in. */
export const ISSUES = `(select organization_id, id, conversation_id, title, summary, language, created_at, cluster_id,
  joined_at from conversations.issue)`;
