import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Sites } from '../../domain/site/sites.js';
import { restructure } from './restructure.js';
import { SortStructure } from './structure.commands.js';

@CommandHandler(SortStructure)
export class SortStructureHandler implements ICommandHandler<SortStructure> {
  constructor(
    private readonly sites: Sites,
    private readonly clock: Clock,
  ) {}

  execute(command: SortStructure): Promise<void> {
    const { item, position } = command;
    return restructure(this.sites, this.clock, command, (draft) => draft.move(item, position));
  }
}
