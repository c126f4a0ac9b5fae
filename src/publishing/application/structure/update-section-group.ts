import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Sites } from '../../domain/site/sites.js';
import { restructure } from './restructure.js';
import { UpdateSectionGroup } from './structure.commands.js';

@CommandHandler(UpdateSectionGroup)
export class UpdateSectionGroupHandler implements ICommandHandler<UpdateSectionGroup> {
  constructor(
    private readonly sites: Sites,
    private readonly clock: Clock,
  ) {}

  execute(command: UpdateSectionGroup): Promise<void> {
    return restructure(this.sites, this.clock, command, (draft) => draft.updateGroup(command.groupId, command.changes));
  }
}
