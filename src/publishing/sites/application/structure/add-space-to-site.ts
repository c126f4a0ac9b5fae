import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { SitesHost } from '../../domain/site/addresses.js';
import { Sites } from '../../domain/site/sites.js';
import { spaceToPublish } from '../site/space-to-publish.js';
import { restructure } from './restructure.js';
import { AddSpaceToSite } from './structure.commands.js';

@CommandHandler(AddSpaceToSite)
export class AddSpaceToSiteHandler implements ICommandHandler<AddSpaceToSite> {
  constructor(
    readonly sites: Sites,
    readonly dispatcher: Dispatcher,
    readonly host: SitesHost,
    readonly trail: AuditTrail,
    readonly clock: Clock,
  ) {}

  execute(command: AddSpaceToSite): Promise<string> {
    const { caller, organizationId, spaceId, sectionId } = command;
    return restructure(this, command, async (draft, _, now) => {
      const space = await spaceToPublish(this.dispatcher, caller, organizationId, spaceId);
      return draft.addSiteSpace(space, sectionId, now).id;
    });
  }
}
