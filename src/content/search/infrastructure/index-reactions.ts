import { Injectable } from '@nestjs/common';
import { ReactsTo, type ReactionOptions } from '#kernel/application/reactions';
import { SpaceContentUpdated, SpaceCreated, SpaceTransferred, SpaceUpdated } from '../../contract/events.js';
import { IndexSpace } from './index-space.job.js';

/** One waits at a time for each event, as it looks at what is current. Of two that run at once, one begins anew. */
const OPTIONS: ReactionOptions<{ eventName: string; organization: string; space: string }> = {
  key: ({ space }) => space,
  slow: true,
};

@Injectable()
@ReactsTo(SpaceContentUpdated, 'content.index-changed-space', { ...OPTIONS, debounced: true })
export class IndexChangedSpace {
  constructor(private readonly index: IndexSpace) {}

  handle({ space }: SpaceContentUpdated, signal: AbortSignal): Promise<void> {
    return this.index.run({ spaceId: space }, signal);
  }
}

/** A copy of a space comes with its content. */
@Injectable()
@ReactsTo(SpaceCreated, 'content.index-created-space', OPTIONS)
export class IndexCreatedSpace {
  constructor(private readonly index: IndexSpace) {}

  handle({ space }: SpaceCreated, signal: AbortSignal): Promise<void> {
    return this.index.run({ spaceId: space }, signal);
  }
}

/** Another language has other words. */
@Injectable()
@ReactsTo(SpaceUpdated, 'content.index-updated-space', OPTIONS)
export class IndexUpdatedSpace {
  constructor(private readonly index: IndexSpace) {}

  handle({ space }: SpaceUpdated, signal: AbortSignal): Promise<void> {
    return this.index.run({ spaceId: space }, signal);
  }
}

/** What search knew of it is forgotten on its way to another organization. */
@Injectable()
@ReactsTo(SpaceTransferred, 'content.index-transferred-space', OPTIONS)
export class IndexTransferredSpace {
  constructor(private readonly index: IndexSpace) {}

  handle({ space }: SpaceTransferred, signal: AbortSignal): Promise<void> {
    return this.index.run({ spaceId: space }, signal);
  }
}
