import { Injectable } from '@nestjs/common';
import { RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Insights, KEPT_MS } from '../domain/insights.js';

/** Removes events that are older than 400 days, and those of deleted sites. Runs every night. */
@Injectable()
@RunsJob('publishing.purge-insights', '23 3 * * *')
export class PurgeInsightsJob {
  constructor(
    private readonly insights: Insights,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    await this.unitOfWork.transaction(() => this.insights.forget(before));
  }
}
