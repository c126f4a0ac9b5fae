import { Injectable } from '@nestjs/common';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { SignIns } from '../domain/saml.ports.js';

/** Removes expired sign-ins, and ids of assertions that have expired. */
@Injectable()
@RunsJob('organization.purge-sign-ins', '*/10 * * * *')
export class PurgeSignInsJob {
  constructor(
    private readonly signIns: SignIns,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    await this.unitOfWork.transaction(() => this.signIns.removeExpired(this.clock.now()));
  }
}
