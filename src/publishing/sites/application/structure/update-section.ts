import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { SitesHost } from '../../domain/site/addresses.js';
import { Sites } from '../../domain/site/sites.js';
import { restructure } from './restructure.js';
import { UpdateSection } from './structure.commands.js';

@CommandHandler(UpdateSection)
export class UpdateSectionHandler implements ICommandHandler<UpdateSection> {
  constructor(
    readonly sites: Sites,
    readonly dispatcher: Dispatcher,
    readonly host: SitesHost,
    readonly trail: AuditTrail,
    readonly clock: Clock,
  ) {}

  execute(command: UpdateSection): Promise<void> {
    return restructure(this, command, (draft) => draft.updateSection(command.sectionId, command.changes));
  }
}
