import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReactsTo } from '#kernel/application/reactions';
import { ChangeRequestMerged, MoveIssuesCluster } from '#content';
import { ClusterMerged, ClustersUpdated } from '../../contract/events.js';
import { CheckLater } from '../application/documentation.commands.js';

/** Until what was merged can be found. */
const INDEXED_MS = 30_000;

/** What a cluster is about may be something else now, and so the pages that answer it. */
@Injectable()
@ReactsTo(ClustersUpdated, 'conversations.check-changed-clusters')
export class CheckChangedClusters {
  constructor(private readonly dispatcher: Dispatcher) {}

  handle({ organization, clusters }: ClustersUpdated): Promise<void> {
    return this.dispatcher.run(new CheckLater(organization, clusters));
  }
}

/** The documentation answers now what it was changed for, one hopes. */
@Injectable()
@ReactsTo(ChangeRequestMerged, 'conversations.check-answered-cluster', {
  when: ({ issuesCluster }) => issuesCluster !== undefined,
})
export class CheckAnsweredCluster {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, issuesCluster }: ChangeRequestMerged): Promise<void> {
    if (issuesCluster === undefined) return;
    await this.dispatcher.run(new CheckLater(organization, [issuesCluster], INDEXED_MS));
  }
}

/** Change requests answer the cluster into which theirs was merged. One after the other: that one may be merged as well. */
@Injectable()
@ReactsTo(ClusterMerged, 'conversations.follow-merged-cluster', {
  queue: ({ organization }) => `conversations.follow-merged-cluster ${organization}`,
})
export class FollowMergedCluster {
  constructor(private readonly dispatcher: Dispatcher) {}

  handle({ organization, cluster, into }: ClusterMerged): Promise<void> {
    return this.dispatcher.run(new MoveIssuesCluster(organization, cluster, into));
  }
}
