/** What clusters count, made from the rows of issues. */

/** A cluster as the API shows it, as far as it counts. */
export interface CountedCluster {
  id: string;
  weeklyPulse: number[];
  sources: Record<string, number>;
  stats: { issues: number; conversations: number };
}

type Rows = <R extends object>(sql: string, values: unknown[]) => Promise<R[]>;

/** The clusters of an organization with the counts that follow from its issues, by id. */
export async function countsOfRows(rows: Rows, organizationId: string, now: Date): Promise<CountedCluster[]> {
  const found = await rows<CountedCluster>(
    `with issue as (select * from conversations.issue where organization_id = $1 and cluster_id is not null)
     select i.cluster_id as id,
       json_build_object('issues', count(*), 'conversations', count(distinct i.conversation_id)) as stats,
       (select json_object_agg(s.source, s.n) from (select source, count(*) as n from issue o
         where o.cluster_id = i.cluster_id group by source) s) as sources,
       (select json_agg((select count(*) from issue o where o.cluster_id = i.cluster_id
           and date_trunc('week', o.created_at at time zone 'UTC') = week) order by week)
         from generate_series(date_trunc('week', $2::timestamptz at time zone 'UTC') - interval '12 weeks',
           date_trunc('week', $2::timestamptz at time zone 'UTC'), interval '1 week') week) as "weeklyPulse"
     from issue i group by i.cluster_id order by i.cluster_id`,
    [organizationId, now],
  );
  return found;
}

/** What the API says of clusters, as far as it is counted. */
export const countsOf = (clusters: readonly CountedCluster[]): CountedCluster[] =>
  clusters
    .map(({ id, stats, sources, weeklyPulse }) => ({ id, stats, sources, weeklyPulse }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));

/** Rows that should not be there: conversations that wait, issues in no cluster, clusters without issues, and the like. */
export async function leftovers(rows: Rows, organizationId: string): Promise<string[]> {
  const found = await rows<{ what: string }>(
    `select 'conversation not read: ' || id as what from conversations.conversation
       where organization_id = $1 and processed_at is null
     union all select 'issue in no cluster: ' || id from conversations.issue
       where organization_id = $1 and cluster_id is null
     union all select 'cluster without issues: ' || id from conversations.cluster k where organization_id = $1
       and not exists (select from conversations.issue i where i.organization_id = $1 and i.cluster_id = k.id)
     union all select 'count of nothing: ' || cluster_id || ' ' || key from conversations.cluster_count
       where organization_id = $1 and issues <= 0
     union all select 'cluster without terms: ' || id from conversations.cluster k where organization_id = $1
       and not exists (select from conversations.cluster_term t where t.organization_id = $1 and t.cluster_id = k.id)
       and not exists (select from conversations.issue i where i.organization_id = $1 and i.cluster_id = k.id
         and i.title !~ '[[:alnum:]]')`,
    [organizationId],
  );
  return found.map(({ what }) => what);
}
