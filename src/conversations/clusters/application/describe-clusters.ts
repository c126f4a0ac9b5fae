import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Events } from '#kernel/domain/events';
import { ClustersUpdated } from '../../contract/events.js';
import { Clusters } from '../domain/clusters.js';
import { DescribeClusters } from './cluster.commands.js';

@CommandHandler(DescribeClusters)
export class DescribeClustersHandler implements ICommandHandler<DescribeClusters> {
  constructor(
    private readonly clusters: Clusters,
    private readonly events: Events,
  ) {}

  async execute({ organizationId, clusters }: DescribeClusters): Promise<void> {
    await this.clusters.describe(organizationId, clusters);
    await this.events.store([
      new ClustersUpdated(
        organizationId,
        clusters.map(({ id }) => id),
      ),
    ]);
  }
}
