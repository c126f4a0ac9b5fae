import type { DescribedCluster, DueCluster } from './clusters.js';

/** Writes what clusters are called: label, summary and icon of each. */
export abstract class ClusterLabeler {
  abstract describe(organizationId: string, clusters: readonly DueCluster[]): Promise<DescribedCluster[]>;
}
