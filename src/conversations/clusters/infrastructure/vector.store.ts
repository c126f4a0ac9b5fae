import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { textArray } from '#kernel/infrastructure/database/text-array';
import { ISSUES } from '../../issues/infrastructure/reading.js';
import type { NewGrouping } from '../domain/new-grouping.js';
import { Vectors, type ClusterCentroid, type StoredCentroid, type VectorGrouping } from '../domain/vectors.js';
import { SETTLED } from './cluster.store.js';

/** Clusters that an issue is compared with. */
const MOST_COMPARED = 5_000;

@Injectable()
export class VectorStore extends Vectors {
  constructor(private readonly sql: SqlQuery) {
    super();
  }

  async ofIssues(organizationId: string, model: string, issueIds: readonly string[]): Promise<Map<string, Int8Array>> {
    const rows = await this.sql.rows<{ id: string; vector: Buffer }>(
      'vector.of-issues',
      `select issue_id as id, vector from conversations.issue_vector
       where organization_id = $1 and model = $2 and issue_id = any($3)`,
      [organizationId, model, textArray(issueIds)],
    );
    return new Map(rows.map(({ id, vector }) => [id, signed(vector)]));
  }

  async missing(organizationId: string, model: string, issueIds: readonly string[]): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'vector.missing',
      `with latest as (
         select octet_length(vector) as dimensions from conversations.issue_vector
         where organization_id = $1 and model = $2 order by issue_id desc limit 1)
       select n.id from unnest($3::text[]) as n (id) where not exists (
         select from conversations.issue_vector v, latest l where v.organization_id = $1 and v.issue_id = n.id
         and v.model = $2 and octet_length(v.vector) = l.dimensions)`,
      [organizationId, model, textArray(issueIds)],
    );
    return rows.map(({ id }) => id);
  }

  async keep(organizationId: string, model: string, vectors: ReadonlyMap<string, Int8Array>): Promise<void> {
    await this.sql.defer(
      'vector.keep-2',
      `insert into conversations.issue_vector (organization_id, issue_id, model, vector)
       select $1, i.id, $2, n.vector from unnest($3::text[], $4::bytea[]) as n (id, vector)
       cross join lateral (
         select i.id from ${ISSUES} i where i.organization_id = $1 and i.id = n.id offset 0
       ) i order by i.id
       on conflict (organization_id, issue_id) do update set model = excluded.model, vector = excluded.vector`,
      [organizationId, model, textArray([...vectors.keys()]), [...vectors.values()].map(bytes)],
    );
  }

  async grouping(organizationId: string): Promise<VectorGrouping | undefined> {
    return this.sql.row<VectorGrouping & {}>(
      'vector.grouping',
      `select vector_model as model, vector_least as least from conversations.grouping
       where organization_id = $1 and vector_model is not null`,
      [organizationId],
    );
  }

  async largest(organizationId: string, model: string) {
    const rows = await this.sql.rows<{ id: string; centroid: Buffer }>(
      'vector.largest',
      `select v.cluster_id as id, v.centroid from (
         select id, issues from conversations.cluster where organization_id = $1
         order by issues desc, id desc limit ${MOST_COMPARED}) k
       join conversations.cluster_vector v on v.organization_id = $1 and v.cluster_id = k.id and v.model = $2
       order by k.issues desc, k.id desc`,
      [organizationId, model],
    );
    const dimensions = rows[0]?.centroid.length ?? 0;
    const comparable = rows.filter(({ centroid }) => centroid.length === dimensions);
    const packed = new Int8Array(comparable.length * dimensions);
    comparable.forEach(({ centroid }, at) => packed.set(signed(centroid), at * dimensions));
    return { clusterIds: comparable.map(({ id }) => id), dimensions, bytes: packed };
  }

  async centroids(organizationId: string, model: string, clusterIds: readonly string[]): Promise<StoredCentroid[]> {
    const rows = await this.sql.rows<{ clusterId: string; centroid: Buffer; mass: number; isSettled: boolean }>(
      'vector.centroids',
      `select v.cluster_id as "clusterId", v.centroid, v.mass, k.issues >= ${SETTLED} as "isSettled"
       from conversations.cluster_vector v join conversations.cluster k on k.organization_id = v.organization_id
         and k.id = v.cluster_id
       where v.organization_id = $1 and v.model = $2 and v.cluster_id = any($3) order by v.cluster_id`,
      [organizationId, model, textArray(clusterIds)],
    );
    return rows.map(({ centroid, ...row }) => ({ ...row, vector: signed(centroid) }));
  }

  async write(organizationId: string, model: string, centroids: readonly ClusterCentroid[]): Promise<void> {
    await this.sql.defer(
      'vector.write-2',
      `insert into conversations.cluster_vector (organization_id, cluster_id, model, centroid, mass)
       select $1, k.id, $2, n.centroid, n.mass from unnest($3::text[], $4::bytea[], $5::real[]) as n (id, centroid, mass)
       cross join lateral (
         select k.id from conversations.cluster k where k.organization_id = $1 and k.id = n.id offset 0
       ) k order by k.id
       on conflict (organization_id, cluster_id)
         do update set model = excluded.model, centroid = excluded.centroid, mass = excluded.mass`,
      [
        organizationId,
        model,
        textArray(centroids.map(({ clusterId }) => clusterId)),
        centroids.map(({ vector }) => bytes(vector)),
        centroids.map(({ mass }) => mass),
      ],
    );
  }

  async regroup(organizationId: string, { groups, vectors }: NewGrouping): Promise<void> {
    await this.sql.defer(
      'vector.remove-centroids',
      'delete from conversations.cluster_vector where organization_id = $1',
      [organizationId],
    );
    await this.sql.defer(
      'vector.note-grouping',
      'update conversations.grouping set vector_model = $2, vector_least = $3 where organization_id = $1',
      [organizationId, vectors?.model ?? null, vectors?.least ?? null],
    );
    if (!vectors) return;
    const { model, centroids, masses } = vectors;
    const found = groups.map(({ clusterId }, at) => ({
      clusterId,
      vector: centroids[at] ?? new Int8Array(),
      mass: masses[at] ?? 0,
    }));
    await this.write(organizationId, model, found);
  }
}

/** The same bytes as signed numbers. */
const signed = ({ buffer, byteOffset, byteLength }: Buffer): Int8Array => new Int8Array(buffer, byteOffset, byteLength);

const bytes = ({ buffer, byteOffset, byteLength }: Int8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength);
