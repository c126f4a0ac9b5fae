import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { SitesHost } from '../../domain/site/addresses.js';
import { Sites } from '../../domain/site/sites.js';
import { spaceToPublish } from '../site/space-to-publish.js';
import { restructure } from './restructure.js';
import { UpdateSiteSpace } from './structure.commands.js';

@CommandHandler(UpdateSiteSpace)
export class UpdateSiteSpaceHandler implements ICommandHandler<UpdateSiteSpace> {
  constructor(
    readonly sites: Sites,
    readonly dispatcher: Dispatcher,
    readonly host: SitesHost,
    readonly trail: AuditTrail,
    readonly clock: Clock,
  ) {}

  execute(command: UpdateSiteSpace): Promise<void> {
    const { caller, organizationId, siteSpaceId, changes } = command;
    return restructure(this, command, async (draft) => {
      if (changes.space !== undefined) await spaceToPublish(this.dispatcher, caller, organizationId, changes.space);
      draft.updateSiteSpace(siteSpaceId, changes);
    });
  }
}
