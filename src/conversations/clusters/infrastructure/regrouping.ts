import type { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { textArray } from '#kernel/infrastructure/database/text-array';
import { keptSince } from '#kernel/infrastructure/environment/retention';
import type { NewGrouping } from '../domain/new-grouping.js';

/** Days that it is known which clusters were merged and split. */
const CHANGE_DAYS = 400;

/**
 * Writes a new grouping. What joined a cluster while the issues were grouped follows its issues; what was deleted stays
 * deleted. The profiles of the groups are not written here.
 */
export async function regroup(
  sql: SqlQuery,
  organizationId: string,
  { groups, issueIds, clusterIds, successors, changes, terms, frequencies }: NewGrouping,
  now: Date,
  newId: () => string,
): Promise<void> {
  await sql.defer(
    'cluster.describe-others',
    'update conversations.cluster set described_issues = 0 where organization_id = $1 and id = any($2)',
    [organizationId, textArray(groups.filter(({ isOther }) => isOther).map(({ clusterId }) => clusterId))],
  );
  // The time of a cluster is that of its latest issue.
  await sql.defer(
    'cluster.create-groups-2',
    `insert into conversations.cluster (organization_id, id, label, summary, icon, created_at, updated_at, issues,
       conversations, described_issues, mass)
     select $1, n.id, n.label, n.summary, 'comments', $2, to_timestamp(0), 0, 0, 0, 0
     from unnest($3::text[], $4::text[], $5::text[]) as n (id, label, summary) order by n.id
     on conflict do nothing`,
    [
      organizationId,
      now,
      textArray(groups.map(({ clusterId }) => clusterId)),
      textArray(groups.map(({ label }) => label)),
      textArray(groups.map(({ summary }) => summary)),
    ],
  );
  await sql.defer(
    'cluster.move-issues-2',
    `update conversations.issue i set cluster_id = coalesce($2::jsonb ->> i.id, $3::jsonb ->> i.cluster_id)
     where i.organization_id = $1 and coalesce($2::jsonb ->> i.id, $3::jsonb ->> i.cluster_id) <> i.cluster_id`,
    [
      organizationId,
      JSON.stringify(Object.fromEntries(issueIds.map((id, at) => [id, clusterIds[at]]))),
      JSON.stringify(Object.fromEntries(successors.map(({ clusterId, otherId }) => [clusterId, otherId]))),
    ],
  );
  await sql.defer(
    'cluster.remove-all-empty',
    'delete from conversations.cluster where organization_id = $1 and issues = 0',
    [organizationId],
  );
  await writeTerms(sql, organizationId, terms, frequencies);
  await sql.defer(
    'cluster.note-grouping',
    `insert into conversations.grouping (organization_id, grouped_at, issues, joined) values ($1, $2, $3, 0)
     on conflict (organization_id) do update set grouped_at = excluded.grouped_at, issues = excluded.issues, joined = 0`,
    [organizationId, now, issueIds.length],
  );
  await sql.defer(
    'cluster.note-changes',
    `insert into conversations.cluster_change (organization_id, id, at, kind, cluster_id, other_id, issues)
     select $1, n.id, $2, n.kind, n.cluster_id, n.other_id, n.issues
     from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::int[]) as n (id, kind, cluster_id, other_id, issues)`,
    [
      organizationId,
      now,
      textArray(changes.map(() => newId())),
      textArray(changes.map(({ kind }) => kind)),
      textArray(changes.map(({ clusterId }) => clusterId)),
      textArray(changes.map(({ otherId }) => otherId)),
      changes.map(({ issues }) => issues),
    ],
  );
  await sql.defer(
    'cluster.erase-old-changes',
    'delete from conversations.cluster_change where organization_id = $1 and at < $2',
    [organizationId, keptSince(CHANGE_DAYS, now)],
  );
}

async function writeTerms(
  sql: SqlQuery,
  organizationId: string,
  terms: readonly string[],
  frequencies: readonly number[],
): Promise<void> {
  await sql.defer('cluster.remove-terms', 'delete from conversations.term where organization_id = $1', [
    organizationId,
  ]);
  await sql.defer(
    'cluster.write-terms',
    `insert into conversations.term (organization_id, term, issues)
     select $1, n.term, n.issues from unnest($2::text[], $3::int[]) as n (term, issues)`,
    [organizationId, textArray(terms), frequencies],
  );
}
