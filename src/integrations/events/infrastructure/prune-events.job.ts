import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { keptSince } from '#kernel/infrastructure/environment/retention';
import { Settings } from '#kernel/infrastructure/settings';
import { PruneEvents } from '../application/event.commands.js';

/** Removes events that were delivered or parked longer ago than QUIRE_KEEP_EVENT_DAYS. Runs every night. */
@Injectable()
@RunsJob('integrations.prune-events', '17 3 * * *', { bounds: true })
export class PruneEventsJob implements JobHandler {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    const before = keptSince(this.settings.keep.eventDays, this.clock.now());
    if (!before) return;
    while ((await this.dispatcher.run(new PruneEvents(before))) > 0) signal.throwIfAborted();
  }
}
