import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { SitesHost } from '../../domain/site/addresses.js';
import { Sites } from '../../domain/site/sites.js';
import { restructure } from './restructure.js';
import { SortStructure } from './structure.commands.js';

@CommandHandler(SortStructure)
export class SortStructureHandler implements ICommandHandler<SortStructure> {
  constructor(
    readonly sites: Sites,
    readonly dispatcher: Dispatcher,
    readonly host: SitesHost,
    readonly trail: AuditTrail,
    readonly clock: Clock,
  ) {}

  execute(command: SortStructure): Promise<void> {
    const { item, position } = command;
    return restructure(this, command, (draft) => draft.move(item, position));
  }
}
