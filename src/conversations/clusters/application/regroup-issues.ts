import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Events } from '#kernel/domain/events';
import { ClusterMerged } from '../../contract/events.js';
import { Clusters } from '../domain/clusters.js';
import { Vectors } from '../domain/vectors.js';
import { RegroupIssues } from './cluster.commands.js';

@CommandHandler(RegroupIssues)
export class RegroupIssuesHandler implements ICommandHandler<RegroupIssues> {
  constructor(
    private readonly clusters: Clusters,
    private readonly vectors: Vectors,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, grouping }: RegroupIssues): Promise<void> {
    await this.clusters.lock(organizationId);
    await this.clusters.regroup(organizationId, grouping, this.clock.now());
    await this.vectors.regroup(organizationId, grouping);
    const merged = grouping.successors.map((old) => new ClusterMerged(organizationId, old.clusterId, old.otherId));
    await this.events.store(merged);
  }
}
