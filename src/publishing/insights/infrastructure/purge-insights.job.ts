import { Injectable } from '@nestjs/common';
import type { JobHandler } from '#kernel/application/jobs';
import { ReactsTo, RunsJob } from '#kernel/application/reactions';
import { Clock } from '#kernel/domain/clock';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { keptSince } from '#kernel/infrastructure/environment/retention';
import { Settings } from '#kernel/infrastructure/settings';
import { SiteDeleted } from '../../contract/events.js';
import { Insights } from '../domain/insights.js';

/** Removes events that are older than QUIRE_KEEP_INSIGHT_DAYS, in batches. Runs every night. */
@Injectable()
@RunsJob('publishing.purge-insights', '23 3 * * *', { bounds: true })
export class PurgeInsightsJob implements JobHandler {
  constructor(
    private readonly insights: Insights,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async run(_payload: unknown, signal: AbortSignal): Promise<void> {
    const before = keptSince(this.settings.keep.insightDays, this.clock.now());
    if (!before) return;
    while ((await this.unitOfWork.transaction(() => this.insights.forget(before))) > 0) signal.throwIfAborted();
  }
}

/** Removes the events of a deleted site. What is recorded while it is being deleted goes with its age. */
@Injectable()
@ReactsTo(SiteDeleted, 'publishing.forget-insights-of-site', { slow: true })
export class ForgetInsightsOfSite {
  constructor(
    private readonly insights: Insights,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async handle({ organization, site }: SiteDeleted, signal: AbortSignal): Promise<void> {
    const forget = () => this.unitOfWork.transaction(() => this.insights.forgetSite(organization, site));
    while ((await forget()) > 0) signal.throwIfAborted();
  }
}
