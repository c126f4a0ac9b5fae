import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clusters } from '../domain/clusters.js';
import { WriteProfiles } from './cluster.commands.js';

@CommandHandler(WriteProfiles)
export class WriteProfilesHandler implements ICommandHandler<WriteProfiles> {
  constructor(private readonly clusters: Clusters) {}

  async execute({ organizationId, profiles }: WriteProfiles): Promise<void> {
    await this.clusters.lock(organizationId);
    await this.clusters.writeProfiles(organizationId, profiles);
  }
}
