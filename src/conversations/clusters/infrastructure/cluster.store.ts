import { Injectable } from '@nestjs/common';
import type { Profile } from '#clustering';
import { newId } from '#kernel/domain/id';
import { recordSchema } from '#kernel/infrastructure/database/record-schema';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { textArray } from '#kernel/infrastructure/database/text-array';
import { LOCK_CLUSTERS } from '../../conversations/infrastructure/reading.js';
import { ISSUES } from '../../issues/infrastructure/reading.js';
import type { ClusterState } from '../domain/cluster.js';
import {
  Clusters,
  type ClusterProfile,
  type DescribedCluster,
  type DueCluster,
  type GroupedIssues,
  type GroupingState,
  type IssueText,
} from '../domain/clusters.js';
import type { JoinedBatch, Posting } from '../domain/joining.js';
import type { NewGrouping } from '../domain/new-grouping.js';
import { regroup } from './regrouping.js';
import { profileTerms, writeProfiles } from './profiles.js';

export const clusterSchema = recordSchema<ClusterState>({
  name: 'IssuesCluster',
  schema: 'conversations',
  tableName: 'cluster',
  columns: {
    organizationId: { type: 'text', name: 'organization_id', primary: true },
    id: { type: 'text', primary: true },
    label: { type: 'text' },
    summary: { type: 'text' },
    icon: { type: 'text' },
    createdAt: { type: 'timestamptz', name: 'created_at' },
    updatedAt: { type: 'timestamptz', name: 'updated_at' },
    issues: { type: 'int' },
    conversations: { type: 'int' },
    describedIssues: { type: 'int', name: 'described_issues' },
    mass: { type: 'real' },
  },
});

/** Clusters of which a term's postings are read. */
const MOST_POSTINGS = 100;
/** Issues from which on another one hardly changes the profile of a cluster. */
export const SETTLED = 50;
/** Issues of a cluster by which it is described. */
const MOST_SAMPLES = 30;
/** Issues that are grouped at once; those before stay where they are. */
const MOST_GROUPED = 150_000;
/** The text by which an issue is compared: often its summary begins with its title. */
const TEXT = `case when starts_with(i.summary, i.title) then i.summary else i.title || E'\\n' || i.summary end`;

@Injectable()
export class ClusterStore extends Clusters {
  constructor(private readonly sql: SqlQuery) {
    super();
  }

  async lock(organizationId: string): Promise<void> {
    await this.sql.defer('cluster.lock-2', LOCK_CLUSTERS, [organizationId]);
  }

  async state(organizationId: string): Promise<GroupingState> {
    const row = await this.sql.row<GroupingState & {}>(
      'cluster.grouping',
      'select issues, joined from conversations.grouping where organization_id = $1',
      [organizationId],
    );
    return row ?? { issues: 0, joined: 0 };
  }

  alone(organizationId: string, most: number): Promise<IssueText[]> {
    return this.sql.rows<IssueText & {}>(
      'cluster.issues-alone',
      `select i.id, ${TEXT} as text from ${ISSUES} i where i.organization_id = $1 and i.cluster_id is null
       order by i.id limit $2`,
      [organizationId, most],
    );
  }

  async stillAlone(organizationId: string, issueIds: readonly string[]): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'cluster.still-alone',
      `select i.id from ${ISSUES} i where i.organization_id = $1 and i.id = any($2) and i.cluster_id is null`,
      [organizationId, textArray(issueIds)],
    );
    return rows.map(({ id }) => id);
  }

  async frequencies(organizationId: string, terms: readonly string[]): Promise<Map<string, number>> {
    const row = await this.sql.row<{ terms: [term: string, issues: number][] | null }>(
      'cluster.frequencies',
      `select json_agg(json_build_array(term, issues)) as terms from conversations.term
       where organization_id = $1 and term = any($2)`,
      [organizationId, textArray(terms)],
    );
    return new Map(row?.terms);
  }

  /** As one JSON text: arrays of PostgreSQL take pg three times as long to read. */
  async postings(organizationId: string, terms: readonly string[]): Promise<Posting[]> {
    const row = await this.sql.row<{ postings: Posting[] | null }>(
      'cluster.postings',
      `select json_agg(json_build_object('term', t.term, 'clusters', p.clusters, 'weights', p.weights)) as postings
       from unnest($2::text[]) as t (term) cross join lateral (
         select array_agg(cluster_id) as clusters, array_agg(weight) as weights from (
           select cluster_id, weight from conversations.cluster_term
           where organization_id = $1 and term = t.term order by weight desc limit ${MOST_POSTINGS}) heaviest) p
       where p.clusters is not null`,
      [organizationId, textArray(terms)],
    );
    return row?.postings ?? [];
  }

  async profiles(organizationId: string, clusterIds: readonly string[]): Promise<Map<string, Profile>> {
    const rows = await this.sql.rows<{ id: string } & Profile>(
      'cluster.profiles',
      `select k.id, k.mass, ${profileTerms('t')}
       from conversations.cluster k join conversations.cluster_term t on t.organization_id = k.organization_id
         and t.cluster_id = k.id
       where k.organization_id = $1 and k.id = any($2) and k.issues < ${SETTLED} group by k.id, k.mass`,
      [organizationId, textArray(clusterIds)],
    );
    return new Map(rows.map(({ id, ...profile }) => [id, profile]));
  }

  async join(organizationId: string, { joins, created, changed }: JoinedBatch, now: Date): Promise<void> {
    await this.sql.defer(
      'cluster.create',
      `insert into conversations.cluster (organization_id, id, label, summary, icon, created_at, updated_at, issues,
         conversations, described_issues, mass)
       select $1, n.id, n.label, '', 'comments', $2, $2, 0, 0, 0, n.mass
       from unnest($3::text[], $4::text[], $5::real[]) as n (id, label, mass)`,
      [
        organizationId,
        now,
        textArray(created.map(({ id }) => id)),
        textArray(created.map(({ label }) => label)),
        created.map(({ profile }) => profile.mass),
      ],
    );
    const profiles = [...created.map(({ id, profile }) => [id, profile] as const), ...changed];
    await writeProfiles(this.sql, organizationId, profiles);
    await this.sql.defer(
      'cluster.join-2',
      `with joined as (
         update conversations.issue i set cluster_id = j.cluster_id, joined_at = $2
         from unnest($3::text[], $4::text[]) as j (issue_id, cluster_id)
         where i.organization_id = $1 and i.id = any($3) and i.id = j.issue_id and i.cluster_id is null returning 1)
       insert into conversations.grouping as g (organization_id, joined) select $1, count(*) from joined
       on conflict (organization_id) do update set joined = g.joined + excluded.joined`,
      [
        organizationId,
        now,
        textArray(joins.map(({ issueId }) => issueId)),
        textArray(joins.map(({ clusterId }) => clusterId)),
      ],
    );
    // An issue may be gone since it was read, and a cluster that was created for it has none.
    await this.sql.defer(
      'cluster.remove-empty',
      'delete from conversations.cluster where organization_id = $1 and id = any($2) and issues = 0',
      [organizationId, textArray(created.map(({ id }) => id))],
    );
  }

  async count(organizationId: string, terms: ReadonlyMap<string, number>): Promise<void> {
    await this.sql.defer(
      'cluster.count-terms',
      `insert into conversations.term as t (organization_id, term, issues)
       select $1, n.term, n.issues from unnest($2::text[], $3::int[]) as n (term, issues) order by n.term
       on conflict (organization_id, term) do update set issues = t.issues + excluded.issues`,
      [organizationId, textArray([...terms.keys()]), [...terms.values()]],
    );
  }

  async due(organizationId: string, most: number): Promise<DueCluster[]> {
    const rows = await this.sql.rows<DueRow & {}>(
      'cluster.due',
      `select k.id, k.issues, p.terms, s.samples
       from (select * from conversations.cluster where organization_id = $1 and issues >= 2 * described_issues
         order by issues desc limit $2) k
       cross join lateral (select ${profileTerms('t')} from conversations.cluster_term t
         where t.organization_id = $1 and t.cluster_id = k.id) p
       cross join lateral (select json_agg(json_build_object('title', i.title, 'summary', i.summary)) as samples from (
         select i.title, i.summary from ${ISSUES} i where i.organization_id = $1 and i.cluster_id = k.id
         order by i.created_at desc, i.id desc limit ${MOST_SAMPLES}) i) s`,
      [organizationId, most],
    );
    return rows.map((cluster) => ({ ...cluster, samples: cluster.samples ?? [], terms: cluster.terms ?? [] }));
  }

  async describe(organizationId: string, clusters: readonly DescribedCluster[]): Promise<void> {
    await this.sql.defer(
      'cluster.describe-2',
      `update conversations.cluster k set label = d.label, summary = d.summary, icon = d.icon,
         described_issues = greatest(d.issues, 1)
       from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::int[]) as d (id, label, summary, icon, issues)
       where k.organization_id = $1 and k.id = any($2) and k.id = d.id`,
      [
        organizationId,
        textArray(clusters.map(({ id }) => id)),
        textArray(clusters.map(({ label }) => label)),
        textArray(clusters.map(({ summary }) => summary)),
        textArray(clusters.map(({ icon }) => icon)),
        clusters.map(({ issues }) => issues),
      ],
    );
  }

  async grouped(organizationId: string): Promise<GroupedIssues> {
    const rows = await this.sql.rows<{ id: string; text: string; cluster: string }>(
      'cluster.grouped',
      `select i.id, ${TEXT} as text, i.cluster_id as cluster from ${ISSUES} i
       where i.organization_id = $1 and i.cluster_id is not null order by i.created_at desc, i.id desc
       limit ${MOST_GROUPED}`,
      [organizationId],
    );
    return {
      ids: rows.map(({ id }) => id),
      texts: rows.map(({ text }) => text),
      clusters: rows.map(({ cluster }) => cluster),
    };
  }

  async regroup(organizationId: string, grouping: NewGrouping, now: Date): Promise<void> {
    await regroup(this.sql, organizationId, grouping, now, newId);
  }

  async writeProfiles(organizationId: string, profiles: readonly ClusterProfile[]): Promise<void> {
    await writeProfiles(this.sql, organizationId, profiles);
  }

  async toGroup(): Promise<string[]> {
    const rows = await this.sql.rows<{ organizationId: string }>(
      'cluster.to-group',
      `select organization_id as "organizationId" from conversations.grouping where joined > 0 order by 1`,
    );
    return rows.map(({ organizationId }) => organizationId);
  }
}

interface DueRow {
  id: string;
  issues: number;
  terms: DueCluster['terms'] | null;
  samples: DueCluster['samples'] | null;
}
