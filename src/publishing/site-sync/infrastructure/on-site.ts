import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReactsTo } from '#kernel/application/reactions';
import { GitSyncCompleted, SpaceUpdated } from '#content';
import { SiteDeleted, SiteUpdated } from '../../contract/events.js';
import { EndSiteGitSync, FollowChangedSite } from '../application/site-sync.commands.js';

/** What changes of a site goes to the file that follows it. */
@Injectable()
@ReactsTo(SiteUpdated, 'publishing.sync-changed-site', { key: ({ site }) => `publishing.sync-changed-site:${site}` })
export class SyncChangedSite {
  constructor(private readonly dispatcher: Dispatcher) {}

  handle({ organization, site }: SiteUpdated): Promise<void> {
    return this.dispatcher.run(new FollowChangedSite(organization, { site }));
  }
}

/** A space is called by its own title on every site. */
@Injectable()
@ReactsTo(SpaceUpdated, 'publishing.sync-retitled-space', {
  key: ({ space }) => `publishing.sync-retitled-space:${space}`,
})
export class SyncRetitledSpace {
  constructor(private readonly dispatcher: Dispatcher) {}

  handle({ organization, space }: SpaceUpdated): Promise<void> {
    return this.dispatcher.run(new FollowChangedSite(organization, { space, filled: false }));
  }
}

/** A site that waits for a new space goes on when the space is filled. */
@Injectable()
@ReactsTo(GitSyncCompleted, 'publishing.show-filled-space')
export class ShowFilledSpace {
  constructor(private readonly dispatcher: Dispatcher) {}

  handle({ organization, space }: GitSyncCompleted): Promise<void> {
    return this.dispatcher.run(new FollowChangedSite(organization, { space, filled: true }));
  }
}

/** A deleted site is followed by nothing. */
@Injectable()
@ReactsTo(SiteDeleted, 'publishing.end-site-sync')
export class EndSyncOfDeletedSite {
  constructor(private readonly dispatcher: Dispatcher) {}

  handle({ organization, site }: SiteDeleted): Promise<void> {
    return this.dispatcher.run(new EndSiteGitSync({ organizationId: organization, siteId: site }));
  }
}
