import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Documentation } from '../domain/documentation.js';
import { StoreDocumentation } from './documentation.commands.js';

@CommandHandler(StoreDocumentation)
export class StoreDocumentationHandler implements ICommandHandler<StoreDocumentation> {
  constructor(
    private readonly documentation: Documentation,
    private readonly clock: Clock,
  ) {}

  execute({ organizationId, checked }: StoreDocumentation): Promise<void> {
    return this.documentation.store(organizationId, checked, this.clock.now());
  }
}
