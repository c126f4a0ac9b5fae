import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { ReactsTo, RunsJob } from '#kernel/application/reactions';
import { IssuesCreated } from '../../contract/events.js';
import { ConversationProcesses } from '../../conversations/infrastructure/conversation-processes.js';
import { WorkPace } from '../../conversations/infrastructure/work-pace.js';
import { ClusterLater, JoinClusters } from '../application/cluster.commands.js';
import { JOIN_CLUSTERS } from '../application/cluster-later.js';
import { Clusters } from '../domain/clusters.js';
import { CLUSTER_WORK } from './cluster-work.js';
import { NearestClusters } from './nearest-clusters.js';

/** Issues that join at a time. */
const MOST = 100;
/** How long one run goes on; then others have their turn. */
const LONGEST_MS = 2_000;
const LEFT_ALONE_MS = 60_000;

@Injectable()
@ReactsTo(IssuesCreated, 'conversations.queue-issues', {
  key: ({ organization }) => `conversations.queue-issues ${organization}`,
})
export class QueueIssues {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization }: IssuesCreated): Promise<void> {
    await this.dispatcher.run(new ClusterLater('join', organization));
  }
}

/** Puts issues into clusters, some at a time. */
@Injectable()
@RunsJob(JOIN_CLUSTERS)
export class JoinClustersJob implements JobHandler<{ organizationId: string }> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly clusters: Clusters,
    private readonly processes: ConversationProcesses,
    private readonly nearest: NearestClusters,
    private readonly pace: WorkPace,
  ) {}

  async run({ organizationId }: { organizationId: string }, signal: AbortSignal): Promise<void> {
    const begin = performance.now();
    while (performance.now() - begin < LONGEST_MS) {
      signal.throwIfAborted();
      const step = performance.now();
      const issues = await this.clusters.alone(organizationId, this.pace.atATime(MOST));
      if (issues.length === 0) return this.dispatcher.run(new ClusterLater('describe', organizationId));
      const texts = issues.map(({ text }) => text);
      const features = await this.processes.run(CLUSTER_WORK, 'countTerms', [texts]);
      const { model, near } = await this.nearest.of(organizationId, issues);
      const read = issues.map((issue, at) => ({ ...issue, features: features[at] ?? [], ...near.get(issue.id) }));
      await this.dispatcher.run(new JoinClusters(organizationId, read, model));
      await this.pace.rest(step);
    }
    await this.dispatcher.run(new ClusterLater('join', organizationId));
  }

  async parked({ organizationId }: { organizationId: string }): Promise<void> {
    await this.dispatcher.run(new ClusterLater('join', organizationId, LEFT_ALONE_MS));
  }
}
