import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clusters } from '../domain/clusters.js';
import { Vectors } from '../domain/vectors.js';
import { KeepVectors } from './cluster.commands.js';

@CommandHandler(KeepVectors)
export class KeepVectorsHandler implements ICommandHandler<KeepVectors> {
  constructor(
    private readonly clusters: Clusters,
    private readonly vectors: Vectors,
  ) {}

  /** Under the lock, so that no issue is deleted meanwhile. */
  async execute({ organizationId, model, vectors }: KeepVectors): Promise<void> {
    await this.clusters.lock(organizationId);
    await this.vectors.keep(organizationId, model, vectors);
  }
}
