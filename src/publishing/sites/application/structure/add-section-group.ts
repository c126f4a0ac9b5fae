import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { SitesHost } from '../../domain/site/addresses.js';
import { Sites } from '../../domain/site/sites.js';
import { restructure } from './restructure.js';
import { AddSectionGroup } from './structure.commands.js';

@CommandHandler(AddSectionGroup)
export class AddSectionGroupHandler implements ICommandHandler<AddSectionGroup> {
  constructor(
    readonly sites: Sites,
    readonly dispatcher: Dispatcher,
    readonly host: SitesHost,
    readonly trail: AuditTrail,
    readonly clock: Clock,
  ) {}

  execute(command: AddSectionGroup): Promise<string> {
    const { sections = [], ...group } = command.group;
    return restructure(this, command, (draft, _, now) => draft.addGroup(group, sections, now).id);
  }
}
