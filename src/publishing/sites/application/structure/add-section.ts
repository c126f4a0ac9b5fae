import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { SitesHost } from '../../domain/site/addresses.js';
import { sectionTitle } from '../../domain/site/site-fields.js';
import { Sites } from '../../domain/site/sites.js';
import { spaceToPublish } from '../site/space-to-publish.js';
import { restructure } from './restructure.js';
import { AddSection } from './structure.commands.js';

@CommandHandler(AddSection)
export class AddSectionHandler implements ICommandHandler<AddSection> {
  constructor(
    readonly sites: Sites,
    readonly dispatcher: Dispatcher,
    readonly host: SitesHost,
    readonly trail: AuditTrail,
    readonly clock: Clock,
  ) {}

  execute(command: AddSection): Promise<string> {
    const { caller, organizationId, section } = command;
    return restructure(this, command, async (draft, site, now) => {
      const space = await spaceToPublish(this.dispatcher, caller, organizationId, section.spaceId);
      const { title, icon = null, group = null } = section;
      return draft.addSection(
        space,
        { title: title ?? sectionTitle(space.title), icon, group },
        sectionTitle(site.title),
        now,
      ).id;
    });
  }
}
