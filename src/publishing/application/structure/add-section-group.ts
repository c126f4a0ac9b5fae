import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Sites } from '../../domain/site/sites.js';
import { restructure } from './restructure.js';
import { AddSectionGroup } from './structure.commands.js';

@CommandHandler(AddSectionGroup)
export class AddSectionGroupHandler implements ICommandHandler<AddSectionGroup> {
  constructor(
    private readonly sites: Sites,
    private readonly clock: Clock,
  ) {}

  execute(command: AddSectionGroup): Promise<string> {
    const { sections = [], ...group } = command.group;
    return restructure(this.sites, this.clock, command, (draft, _, now) => draft.addGroup(group, sections, now).id);
  }
}
