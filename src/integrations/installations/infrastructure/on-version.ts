import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ReactsTo } from '#kernel/application/reactions';
import { IntegrationPublished } from '../../contract/events.js';
import { FollowVersion } from '../application/follow-version.js';

/** Another version may require something else of its installations. Repeated from the beginning when it was cut off. */
@Injectable()
@ReactsTo(IntegrationPublished, 'integrations.follow-version', {
  queue: ({ integration }) => `integrations.follow-version ${integration}`,
  slow: true,
})
export class FollowPublishedVersion {
  constructor(private readonly dispatcher: Dispatcher) {}

  async handle({ integration }: IntegrationPublished, signal: AbortSignal): Promise<void> {
    for (const kind of ['organizations', 'targets'] as const)
      for (let after: string | undefined = ''; after !== undefined;) {
        signal.throwIfAborted();
        after = await this.dispatcher.run(new FollowVersion(integration, kind, after));
      }
  }
}
