import { Injectable } from '@nestjs/common';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { OidcSignIns } from '../domain/oidc/oidc.ports.js';
import { SignIns } from '../domain/saml/saml.ports.js';

/** Removes expired sign-ins, and ids of assertions and logout tokens that have expired. */
@Injectable()
@RunsJob('organization.purge-sign-ins', '*/10 * * * *', { bounds: true })
export class PurgeSignInsJob {
  constructor(
    private readonly saml: SignIns,
    private readonly oidc: OidcSignIns,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    await this.unitOfWork.transaction(async () => {
      const now = this.clock.now();
      await this.saml.removeExpired(now);
      await this.oidc.removeExpired(now);
    });
  }
}
