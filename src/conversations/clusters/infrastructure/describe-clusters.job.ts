import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { WorkPace } from '../../conversations/infrastructure/work-pace.js';
import { ClusterLater, DescribeClusters } from '../application/cluster.commands.js';
import { DESCRIBE_CLUSTERS } from '../application/cluster-later.js';
import { ClusterLabeler } from '../domain/cluster-labeler.js';
import { Clusters } from '../domain/clusters.js';

/** Clusters that are described at a time. */
const MOST = 50;
const LONGEST_MS = 2_000;

/** Describes clusters that are new, or have become twice as large. */
@Injectable()
@RunsJob(DESCRIBE_CLUSTERS)
export class DescribeClustersJob implements JobHandler<{ organizationId: string }> {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly clusters: Clusters,
    private readonly labeler: ClusterLabeler,
    private readonly pace: WorkPace,
  ) {}

  async run({ organizationId }: { organizationId: string }, signal: AbortSignal): Promise<void> {
    const begin = performance.now();
    while (performance.now() - begin < LONGEST_MS) {
      signal.throwIfAborted();
      const step = performance.now();
      const due = await this.clusters.due(organizationId, this.pace.atATime(MOST));
      if (due.length === 0) return;
      const described = await this.labeler.describe(organizationId, due);
      await this.dispatcher.run(new DescribeClusters(organizationId, described));
      await this.pace.rest(step);
    }
    await this.dispatcher.run(new ClusterLater('describe', organizationId));
  }
}
