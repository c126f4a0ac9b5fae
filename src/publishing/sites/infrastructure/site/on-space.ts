import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReactsTo } from '#kernel/application/reactions';
import { SpaceDeleted, SpaceRestored, SpaceTransferred } from '#content';
import { FollowSpace } from '../../application/site/follow-space.js';

/** Changes of a space are processed in order: it may be deleted and restored within a moment. */
const SPACES = 'publishing.follow-spaces';

/** Hides a deleted space. */
@Injectable()
@ReactsTo(SpaceDeleted, 'publishing.hide-deleted-space', { queue: SPACES })
export class HideDeletedSpace {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, space }: SpaceDeleted): Promise<void> {
    await this.dispatcher.run(new FollowSpace(organization, space, 'away'));
  }
}

/** Shows a restored space in its former place. */
@Injectable()
@ReactsTo(SpaceRestored, 'publishing.show-restored-space', { queue: SPACES })
export class ShowRestoredSpace {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, space }: SpaceRestored): Promise<void> {
    await this.dispatcher.run(new FollowSpace(organization, space, 'back'));
  }
}

/** Removes a space from all sites of the organization that it left. */
@Injectable()
@ReactsTo(SpaceTransferred, 'publishing.take-off-transferred-space', { queue: SPACES })
export class TakeOffTransferredSpace {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, space }: SpaceTransferred): Promise<void> {
    await this.dispatcher.run(new FollowSpace(organization, space, 'gone'));
  }
}
