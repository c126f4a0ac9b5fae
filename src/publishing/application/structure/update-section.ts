import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Sites } from '../../domain/site/sites.js';
import { restructure } from './restructure.js';
import { UpdateSection } from './structure.commands.js';

@CommandHandler(UpdateSection)
export class UpdateSectionHandler implements ICommandHandler<UpdateSection> {
  constructor(
    private readonly sites: Sites,
    private readonly clock: Clock,
  ) {}

  execute(command: UpdateSection): Promise<void> {
    return restructure(this.sites, this.clock, command, (draft) =>
      draft.updateSection(command.sectionId, command.changes),
    );
  }
}
