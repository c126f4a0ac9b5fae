import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NoteDocumentation } from '../../clusters/application/cluster.commands.js';
import { Documentation } from '../domain/documentation.js';
import { StoreDocumentation } from './documentation.commands.js';

@CommandHandler(StoreDocumentation)
export class StoreDocumentationHandler implements ICommandHandler<StoreDocumentation> {
  constructor(
    private readonly documentation: Documentation,
    private readonly dispatcher: Dispatcher,
  ) {}

  async execute({ organizationId, checked }: StoreDocumentation): Promise<void> {
    const noted = checked.map(({ clusterId, status }) => ({ clusterId, status }));
    await this.dispatcher.run(new NoteDocumentation(organizationId, noted));
    await this.documentation.store(organizationId, checked);
  }
}
