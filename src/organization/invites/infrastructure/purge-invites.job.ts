import { Injectable } from '@nestjs/common';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JobHandler } from '#kernel/application/jobs';
import { RunsJob } from '#kernel/application/reactions';
import { PurgeInvites } from '../application/invite.commands.js';

/** Removes mailed invites a month after they were accepted or expired. Runs every night. */
@Injectable()
@RunsJob('organization.purge-invites', '23 3 * * *', { bounds: true })
export class PurgeInvitesJob implements JobHandler {
  constructor(private readonly dispatcher: Dispatcher) {}

  run(): Promise<void> {
    return this.dispatcher.run(new PurgeInvites());
  }
}
