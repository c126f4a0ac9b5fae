/**
 * Takes the lock of the clusters of the organization $1 until the transaction ends: all that changes which issues they
 * have takes it first. The table is read so that a distributed database takes it on the node that has the
 * organization, where the triggers that count issues take it.
 */
export const LOCK_CLUSTERS = `select conversations.lock_clusters($1)
  from (select count(*) from conversations.settings s where s.organization_id = $1) s`;
