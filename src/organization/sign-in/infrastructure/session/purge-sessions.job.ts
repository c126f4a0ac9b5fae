import { Injectable } from '@nestjs/common';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Sessions } from '../../domain/session/sessions.js';

/** Removes expired sessions. */
@Injectable()
@RunsJob('organization.purge-sessions', '23 * * * *')
export class PurgeSessionsJob {
  constructor(
    private readonly sessions: Sessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    await this.unitOfWork.transaction(() => this.sessions.removeExpired(this.clock.now()));
  }
}
