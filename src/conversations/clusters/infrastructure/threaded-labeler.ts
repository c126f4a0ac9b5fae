import { Injectable } from '@nestjs/common';
import { ConversationThreads } from '../../conversations/infrastructure/conversation-threads.js';
import { ClusterLabeler } from '../domain/cluster-labeler.js';
import { Clusters, type DescribedCluster, type DueCluster } from '../domain/clusters.js';
import { CLUSTER_WORK } from './cluster-work.js';

/** Describes clusters by what their issues have in common. Needs nothing but their texts. */
@Injectable()
export class ThreadedLabeler extends ClusterLabeler {
  constructor(
    private readonly clusters: Clusters,
    private readonly threads: ConversationThreads,
  ) {
    super();
  }

  async describe(organizationId: string, clusters: readonly DueCluster[]): Promise<DescribedCluster[]> {
    const texts = clusters.flatMap(({ samples }) => samples.map(({ title, summary }) => `${title}\n${summary}`));
    const counted = await this.threads.run(CLUSTER_WORK, 'countTerms', [texts]);
    const terms = new Set(counted.flatMap((features) => features.map(([term]) => term)));
    const frequencies = await this.clusters.frequencies(organizationId, [...terms]);
    const { issues, joined } = await this.clusters.state(organizationId);
    return this.threads.run(CLUSTER_WORK, 'describeAll', [clusters, frequencies, issues + joined]);
  }
}
