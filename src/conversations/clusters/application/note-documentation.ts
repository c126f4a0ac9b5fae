import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { DocumentedClusters } from '../domain/documented-clusters.js';
import { NoteDocumentation } from './cluster.commands.js';

@CommandHandler(NoteDocumentation)
export class NoteDocumentationHandler implements ICommandHandler<NoteDocumentation> {
  constructor(
    private readonly clusters: DocumentedClusters,
    private readonly clock: Clock,
  ) {}

  execute({ organizationId, clusters }: NoteDocumentation): Promise<void> {
    return this.clusters.note(organizationId, clusters, this.clock.now());
  }
}
