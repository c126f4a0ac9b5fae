import type { Caller } from '#kernel/application/caller';
import type { Page, PageRequest } from '#kernel/application/page';
import { Query } from '#kernel/domain/messages';
import { DOCUMENTATION_STATUSES, type DocumentationStatus } from '../domain/documented-clusters.js';
import type { IssuesClusterView } from './cluster.view.js';

export { DOCUMENTATION_STATUSES, type DocumentationStatus };

/** What clusters are ordered by. */
export const CLUSTER_ORDERS = ['updatedAt', 'issues', 'conversations'] as const;
export type ClusterOrder = (typeof CLUSTER_ORDERS)[number];

/** The clusters of an organization. */
export class ListClusters extends Query<Page<IssuesClusterView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly orderBy: ClusterOrder,
    readonly order: 'asc' | 'desc',
    readonly page: PageRequest,
    /** Those about which the documentation says this. */
    readonly documentation?: DocumentationStatus,
  ) {
    super();
  }
}

/** One cluster. */
export class GetCluster extends Query<IssuesClusterView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly clusterId: string,
  ) {
    super();
  }
}
