import { Injectable } from '@nestjs/common';
import { ConversationProcesses } from '../../conversations/infrastructure/conversation-processes.js';
import { ClusterLabeler } from '../domain/cluster-labeler.js';
import { Clusters, type DescribedCluster, type DueCluster } from '../domain/clusters.js';
import { CLUSTER_WORK } from './cluster-work.js';

/** Describes clusters by what their issues have in common. Needs nothing but their texts. */
@Injectable()
export class IsolatedLabeler extends ClusterLabeler {
  constructor(
    private readonly clusters: Clusters,
    private readonly processes: ConversationProcesses,
  ) {
    super();
  }

  async describe(organizationId: string, clusters: readonly DueCluster[]): Promise<DescribedCluster[]> {
    const texts = clusters.flatMap(({ samples }) => samples.map(({ title, summary }) => `${title}\n${summary}`));
    const counted = await this.processes.run(CLUSTER_WORK, 'countTerms', [texts]);
    const terms = new Set(counted.flatMap((features) => features.map(([term]) => term)));
    const frequencies = await this.clusters.frequencies(organizationId, [...terms]);
    const { issues, joined } = await this.clusters.state(organizationId);
    return this.processes.run(CLUSTER_WORK, 'describeAll', [clusters, frequencies, issues + joined]);
  }
}
