import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReactsTo } from '#kernel/application/reactions';
import { SpaceDeleted, SpaceRestored, SpaceTransferred } from '#content';
import { FollowSpace } from '../../application/site/follow-space.js';

/** What becomes of a space is followed in order: it may be deleted and restored within a moment. */
const SPACES = 'publishing.follow-spaces';

/** A deleted space is not shown any more. */
@Injectable()
@ReactsTo(SpaceDeleted, 'publishing.hide-deleted-space', { queue: SPACES })
export class HideDeletedSpace {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, space }: SpaceDeleted): Promise<void> {
    await this.dispatcher.run(new FollowSpace(organization, space, 'away'));
  }
}

/** A space that is back is shown again where it was. */
@Injectable()
@ReactsTo(SpaceRestored, 'publishing.show-restored-space', { queue: SPACES })
export class ShowRestoredSpace {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, space }: SpaceRestored): Promise<void> {
    await this.dispatcher.run(new FollowSpace(organization, space, 'back'));
  }
}

/** A space of another organization is on no site of this one. */
@Injectable()
@ReactsTo(SpaceTransferred, 'publishing.take-off-transferred-space', { queue: SPACES })
export class TakeOffTransferredSpace {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, space }: SpaceTransferred): Promise<void> {
    await this.dispatcher.run(new FollowSpace(organization, space, 'gone'));
  }
}
