import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReactsTo } from '#kernel/application/reactions';
import { SpaceTransferred } from '#content';
import { SiteDeleted } from '#publishing';
import { DisableOnGoneTarget } from '../application/installation.commands.js';

/** A space that went to another organization has none of the installations of the former one. */
@Injectable()
@ReactsTo(SpaceTransferred, 'integrations.disable-on-transferred-space')
export class DisableOnTransferredSpace {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, space }: SpaceTransferred): Promise<void> {
    await this.dispatcher.run(new DisableOnGoneTarget(organization, { kind: 'space', id: space }));
  }
}

@Injectable()
@ReactsTo(SiteDeleted, 'integrations.disable-on-deleted-site')
export class DisableOnDeletedSite {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, site }: SiteDeleted): Promise<void> {
    await this.dispatcher.run(new DisableOnGoneTarget(organization, { kind: 'site', id: site }));
  }
}
