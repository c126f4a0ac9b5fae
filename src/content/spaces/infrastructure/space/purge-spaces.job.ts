import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { PurgeSpaces } from '../../application/space/space.commands.js';

/** Purges spaces that can't be restored any more, in batches until none is left. Runs every hour. */
@Injectable()
@RunsJob('content.purge-spaces', '7 * * * *', { bounds: true })
export class PurgeSpacesJob implements JobHandler {
  constructor(private readonly dispatcher: Dispatcher) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    while ((await this.dispatcher.run(new PurgeSpaces())) > 0) signal.throwIfAborted();
  }
}
