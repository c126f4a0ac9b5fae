import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Dispatcher } from '#kernel/application/dispatcher';
import { beginningOf, charactersIn } from '#kernel/domain/characters';
import { Clock } from '#kernel/domain/clock';
import { SitesHost } from '../../domain/site/addresses.js';
import { Sites } from '../../domain/site/sites.js';
import { spaceToPublish } from '../site/space-to-publish.js';
import { restructure } from './restructure.js';
import { AddSection } from './structure.commands.js';

const SHORTEST = 2;
const LONGEST = 128;

@CommandHandler(AddSection)
export class AddSectionHandler implements ICommandHandler<AddSection> {
  constructor(
    readonly sites: Sites,
    readonly dispatcher: Dispatcher,
    readonly host: SitesHost,
    readonly clock: Clock,
  ) {}

  execute(command: AddSection): Promise<string> {
    const { caller, organizationId, section } = command;
    return restructure(this, command, async (draft, site, now) => {
      const space = await spaceToPublish(this.dispatcher, caller, organizationId, section.spaceId);
      const { title, icon = null, group = null } = section;
      return draft.addSection(space, { title: title ?? titleOf(space.title), icon, group }, titleOf(site.title), now)
        .id;
    });
  }
}

/** The title of a section that is named after something. */
function titleOf(title: string): string {
  return charactersIn(title.trim()) < SHORTEST ? 'Section' : beginningOf(title, LONGEST);
}
