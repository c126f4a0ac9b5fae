import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { textArray } from '#kernel/infrastructure/database/text-array';
import { CLUSTERS } from '../../clusters/infrastructure/reading.js';
import { ISSUES } from '../../issues/infrastructure/reading.js';
import {
  Documentation,
  MOST_TITLES,
  type CheckedCluster,
  type DocumentedCluster,
  type DueCluster,
} from '../domain/documentation.js';

/** Clusters of an organization that one night makes due. */
const MOST_DUE = 2_000;

/** The titles of the latest issues of the cluster `k` of the organization $1, the latest first. */
const TITLES = `array(select i.title from ${ISSUES} i
  where i.organization_id = $1 and i.cluster_id = k.id
  order by i.created_at desc, i.id desc limit ${MOST_TITLES})`;

@Injectable()
export class DocumentationStore extends Documentation {
  constructor(private readonly sql: SqlQuery) {
    super();
  }

  /** In the order of their ids: two at once wait for each other rather than in a circle. */
  async makeDue(organizationId: string, clusterIds: readonly string[], now: Date): Promise<void> {
    await this.sql.rows(
      'documentation.make-due',
      `insert into conversations.cluster_documentation (organization_id, cluster_id, due_since)
       select $1, k.id, $3 from ${CLUSTERS} k where k.organization_id = $1 and k.id = any($2::text[]) order by k.id
       on conflict (organization_id, cluster_id) do update set due_since = excluded.due_since`,
      [organizationId, textArray(clusterIds), now],
    );
  }

  async makeOldDue(organizationId: string, changedAt: Date, now: Date): Promise<boolean> {
    const row = await this.sql.row<{ due: number }>(
      'documentation.make-old-due',
      `with due as (
         insert into conversations.cluster_documentation (organization_id, cluster_id, due_since)
         select $1, k.id, $3 from (
           select k.id from ${CLUSTERS} k
           left join conversations.cluster_documentation d on d.organization_id = $1 and d.cluster_id = k.id
           where k.organization_id = $1 and d.due_since is null and (k.documentation_checked_at is null or k.documentation_checked_at < $2)
           order by k.issues desc, k.id limit ${MOST_DUE}) k order by k.id
         on conflict (organization_id, cluster_id) do update set due_since = excluded.due_since
         returning 1)
       select count(*)::int as due from due`,
      [organizationId, changedAt, now],
    );
    return (row?.due ?? 0) > 0;
  }

  due(organizationId: string, most: number): Promise<DueCluster[]> {
    return this.sql.rows<DueCluster & {}>(
      'documentation.due',
      `select k.id, k.label, ${TITLES} as titles, d.due_since as "dueSince"
       from (select * from conversations.cluster_documentation d where d.organization_id = $1 and d.due_since is not null
         order by d.due_since, d.cluster_id limit $2) d
       join ${CLUSTERS} k on k.organization_id = $1 and k.id = d.cluster_id
       order by d.due_since, d.cluster_id`,
      [organizationId, most],
    );
  }

  async store(organizationId: string, checked: readonly CheckedCluster[]): Promise<void> {
    await this.sql.rows(
      'documentation.store-2',
      `update conversations.cluster_documentation d set pages = c.pages::jsonb,
         due_since = nullif(d.due_since, c.due_since)
       from unnest($2::text[], $3::text[], $4::timestamptz[]) as c (cluster_id, pages, due_since)
       where d.organization_id = $1 and d.cluster_id = any($2) and d.cluster_id = c.cluster_id`,
      [
        organizationId,
        checked.map(({ clusterId }) => clusterId),
        checked.map(({ pages }) => JSON.stringify(pages)),
        checked.map(({ dueSince }) => dueSince),
      ],
    );
  }

  find(organizationId: string, clusterId: string, mostQuestions: number): Promise<DocumentedCluster | undefined> {
    return this.sql.row<DocumentedCluster & {}>(
      'documentation.find',
      `select k.id, k.label, coalesce(d.pages, '[]') as pages, array(
         select json_build_object('text', min(i.title collate "C"), 'asked', count(*)) from ${ISSUES} i
         where i.organization_id = $1 and i.cluster_id = k.id group by lower(i.title)
         order by count(*) desc, max(i.created_at) desc, max(i.id) desc limit $3) as questions
       from ${CLUSTERS} k
       left join conversations.cluster_documentation d on d.organization_id = $1 and d.cluster_id = k.id
       where k.organization_id = $1 and k.id = $2`,
      [organizationId, clusterId, mostQuestions],
    );
  }

  async organizations(): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'documentation.organizations',
      `select distinct k.organization_id as id from ${CLUSTERS} k order by 1`,
    );
    return rows.map(({ id }) => id);
  }
}
