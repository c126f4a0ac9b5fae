import { Injectable } from '@nestjs/common';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { keptSince } from '#kernel/infrastructure/environment/retention';
import { Settings } from '#kernel/infrastructure/settings';
import { PrintStore } from './print.store.js';

const BATCH = 100;

/** Removes prints that are older than QUIRE_KEEP_PRINT_DAYS, whose bytes follow a day later. Runs every hour. */
@Injectable()
@RunsJob('content.purge-prints', '37 * * * *', { bounds: true })
export class PurgePrintsJob implements JobHandler {
  constructor(
    private readonly prints: PrintStore,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    const before = keptSince(this.settings.keep.printDays, this.clock.now());
    for (;;) {
      signal.throwIfAborted();
      if ((await this.prints.forget(before, BATCH)) < BATCH) return;
    }
  }
}
