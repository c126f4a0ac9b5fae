import { Injectable } from '@nestjs/common';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { PasskeyRegistrations, PendingSignIns } from '../../domain/second-factor/second-factor-ports.js';
import { Sessions } from '../../domain/session/sessions.js';

/** Removes expired sessions, sign-ins that wait for a second factor, and passkeys that were not added. */
@Injectable()
@RunsJob('organization.purge-sessions', '23 * * * *', { bounds: true })
export class PurgeSessionsJob {
  constructor(
    private readonly sessions: Sessions,
    private readonly pending: PendingSignIns,
    private readonly registrations: PasskeyRegistrations,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now();
    await this.unitOfWork.transaction(async () => {
      await this.pending.removeExpired(now);
      await this.registrations.removeExpired(now);
      await this.sessions.removeExpired(now);
    });
  }
}
