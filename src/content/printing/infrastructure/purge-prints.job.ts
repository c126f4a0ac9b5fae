import { Injectable } from '@nestjs/common';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { Blobs } from '../../revisions/domain/content/blobs.js';
import { PrintStore } from './print.store.js';

/** So long prints are kept; what is asked for later is printed anew. */
const KEPT_MS = 2 * 24 * 3_600_000;
const BATCH = 100;

/** Removes prints that are two days old, with their bytes. Runs every hour. */
@Injectable()
@RunsJob('content.purge-prints', '37 * * * *')
export class PurgePrintsJob implements JobHandler {
  constructor(
    private readonly prints: PrintStore,
    private readonly blobs: Blobs,
    private readonly clock: Clock,
  ) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    for (;;) {
      signal.throwIfAborted();
      const gone = await this.prints.forget(before, BATCH);
      for (const { organizationId, blob } of gone) if (blob !== null) await this.blobs.delete(organizationId, blob);
      if (gone.length < BATCH) return;
    }
  }
}
