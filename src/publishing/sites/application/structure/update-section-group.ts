import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { SitesHost } from '../../domain/site/addresses.js';
import { Sites } from '../../domain/site/sites.js';
import { restructure } from './restructure.js';
import { UpdateSectionGroup } from './structure.commands.js';

@CommandHandler(UpdateSectionGroup)
export class UpdateSectionGroupHandler implements ICommandHandler<UpdateSectionGroup> {
  constructor(
    readonly sites: Sites,
    readonly dispatcher: Dispatcher,
    readonly host: SitesHost,
    readonly trail: AuditTrail,
    readonly clock: Clock,
  ) {}

  execute(command: UpdateSectionGroup): Promise<void> {
    return restructure(this, command, (draft) => draft.updateGroup(command.groupId, command.changes));
  }
}
