import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { Command } from '#kernel/domain/messages';
import { SitesHost } from '../../domain/site/addresses.js';
import type { Site } from '../../domain/site/site.js';
import { Sites } from '../../domain/site/sites.js';
import { StructureDraft } from '../../domain/structure/structure-draft.js';
import { saveSite } from './save-site.js';

/** Updates the sites with a space that was deleted (`away`), restored (`back`), or transferred elsewhere (`gone`). */
@NotAudited('follows what was done with a space, which is in the trail itself')
export class FollowSpace extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly spaceId: string,
    readonly now: 'away' | 'back' | 'gone',
  ) {
    super();
  }
}

@CommandHandler(FollowSpace)
export class FollowSpaceHandler implements ICommandHandler<FollowSpace> {
  constructor(
    readonly sites: Sites,
    readonly dispatcher: Dispatcher,
    readonly host: SitesHost,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, spaceId, now }: FollowSpace): Promise<void> {
    for (const site of await this.sites.heldWithSpace(organizationId, spaceId)) {
      if (now === 'gone') takeOff(site, spaceId, this.clock.now());
      else site.setAway(spaceId, now === 'away', this.clock.now());
      await saveSite(this, site);
    }
  }
}

function takeOff(site: Site, spaceId: string, now: Date): void {
  const draft = new StructureDraft(site.structure);
  if (draft.removeSiteSpaces(({ space }) => space === spaceId)) site.restructure(draft.structure, now);
}
