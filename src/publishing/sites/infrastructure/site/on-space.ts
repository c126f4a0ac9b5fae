import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReactsTo } from '#kernel/application/reactions';
import { SpaceDeleted, SpaceRestored, SpaceTransferred } from '#content';
import { FollowSpace } from '../../application/site/follow-space.js';

/** A deleted space is not shown any more. */
@Injectable()
@ReactsTo(SpaceDeleted)
export class HideDeletedSpace {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, space }: SpaceDeleted): Promise<void> {
    await this.dispatcher.run(new FollowSpace(organization, space, 'away'));
  }
}

/** A space that is back is shown again where it was. */
@Injectable()
@ReactsTo(SpaceRestored)
export class ShowRestoredSpace {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, space }: SpaceRestored): Promise<void> {
    await this.dispatcher.run(new FollowSpace(organization, space, 'back'));
  }
}

/** A space of another organization is on no site of this one. */
@Injectable()
@ReactsTo(SpaceTransferred)
export class TakeOffTransferredSpace {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ organization, space }: SpaceTransferred): Promise<void> {
    await this.dispatcher.run(new FollowSpace(organization, space, 'gone'));
  }
}
