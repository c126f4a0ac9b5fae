import { Injectable } from '@nestjs/common';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { LOCK_CLUSTERS } from '../../conversations/infrastructure/reading.js';
import { DocumentedClusters, type DocumentedCluster } from '../domain/documented-clusters.js';

@Injectable()
export class DocumentedClusterStore extends DocumentedClusters {
  constructor(private readonly sql: SqlQuery) {
    super();
  }

  /** What joins clusters locks the same rows in another order, under the lock of the clusters. */
  async note(organizationId: string, clusters: readonly DocumentedCluster[], now: Date): Promise<void> {
    await this.sql.rows('cluster.lock-documented-2', LOCK_CLUSTERS, [organizationId]);
    await this.sql.rows(
      'cluster.note-documentation-2',
      `update conversations.cluster k set documentation = c.status, documentation_checked_at = $2
       from unnest($3::text[], $4::text[]) as c (id, status)
       where k.organization_id = $1 and k.id = any($3) and k.id = c.id`,
      [organizationId, now, clusters.map(({ clusterId }) => clusterId), clusters.map(({ status }) => status)],
    );
  }
}
