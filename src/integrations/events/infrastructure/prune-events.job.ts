import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { PruneEvents } from '../application/event.commands.js';

/** How long events are kept after they were delivered or parked: 30 days. */
const KEPT_MS = 30 * 24 * 3_600_000;

@Injectable()
@RunsJob('integrations.prune-events', '17 3 * * *')
export class PruneEventsJob implements JobHandler {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    while ((await this.dispatcher.run(new PruneEvents(before))) > 0) signal.throwIfAborted();
  }
}
