import { Injectable, Logger } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { ReactsTo, RunsJob } from '#kernel/application/reactions';
import { Invalid } from '#kernel/domain/errors';
import { ComputePages } from '../application/compute-pages.js';
import { SpaceContentUpdated } from '../../contract/events.js';
import { COMPUTE_PAGES, computeKey, FOLLOW_SPEC } from '../domain/compute-jobs.js';
import { FollowedSpecs } from '../../links/domain/followed-specs.js';

/** Computes pages of spaces. If they exceed the quota of a space, they stay as they are, with a warning in the log. */
@Injectable()
export class PageComputer {
  readonly #log = new Logger('Computed pages');

  constructor(private readonly dispatcher: Dispatcher) {}

  async compute(organizationId: string, spaceId: string): Promise<void> {
    try {
      await this.dispatcher.run(new ComputePages(organizationId, spaceId));
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      this.#log.warn(`The pages of the space ${spaceId} were not computed: ${error.message}`);
    }
  }
}

/** Makes the pages of a space's computed pages anew. */
@Injectable()
@RunsJob(COMPUTE_PAGES)
export class ComputePagesJob implements JobHandler<{ organizationId: string; spaceId: string }> {
  constructor(private readonly computer: PageComputer) {}

  run({ organizationId, spaceId }: { organizationId: string; spaceId: string }): Promise<void> {
    return this.computer.compute(organizationId, spaceId);
  }
}

/** Computed pages that came to a space, or are others, have the pages of their sources. */
@Injectable()
@ReactsTo(SpaceContentUpdated, 'content.compute-changed-space', {
  when: ({ computedPages }) => computedPages,
  queue: ({ space }) => computeKey(space),
  key: ({ space }) => space,
  slow: true,
})
export class ComputeChangedSpace {
  constructor(private readonly computer: PageComputer) {}

  handle({ organization, space }: SpaceContentUpdated): Promise<void> {
    return this.computer.compute(organization, space);
  }
}

/** Makes the pages anew that depend on a specification: one space after the other, each in a transaction of its own. */
@Injectable()
@RunsJob(FOLLOW_SPEC)
export class FollowSpecJob implements JobHandler<{ organizationId: string; slug: string }> {
  constructor(
    private readonly specs: FollowedSpecs,
    private readonly computer: PageComputer,
  ) {}

  async run({ organizationId, slug }: { organizationId: string; slug: string }, signal: AbortSignal): Promise<void> {
    for (const spaceId of await this.specs.spacesOf(organizationId, slug)) {
      signal.throwIfAborted();
      await this.computer.compute(organizationId, spaceId);
    }
  }
}
