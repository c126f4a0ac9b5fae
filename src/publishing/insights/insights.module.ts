import { Module } from '@nestjs/common';
import { RecordSiteEventsHandler } from './application/record-site-events.js';
import { SubmitAgentFeedbackHandler } from './application/submit-agent-feedback.js';
import { VisitFollowers } from './domain/followed-visits.js';
import { Insights } from './domain/insights.js';
import { UserAgents } from './domain/user-agents.js';
import { AggregateSiteEventsHandler } from './infrastructure/insights.reader.js';
import { InsightStore } from './infrastructure/insights.store.js';
import { KnownVisitFollowers } from './infrastructure/known-visit-followers.js';
import { ForgetInsightsOfSite, PurgeInsightsJob } from './infrastructure/purge-insights.job.js';
import { UserAgentReader } from './infrastructure/user-agent-reader.js';
import { AgentFeedbackController } from './interface/agent-feedback.controller.js';
import { SiteEventsController } from './interface/site-events.controller.js';

/**
 * Insights: visits that renderers report, feedback of agents, and their aggregations.
 *
 * Tables: `insight_event`. Events: `SiteViewed`, `PageFeedbackGiven`. Jobs: `publishing.purge-insights`.
 */
@Module({
  controllers: [AgentFeedbackController, SiteEventsController],
  providers: [
    { provide: Insights, useClass: InsightStore },
    { provide: VisitFollowers, useClass: KnownVisitFollowers },
    { provide: UserAgents, useClass: UserAgentReader },
    AggregateSiteEventsHandler,
    ForgetInsightsOfSite,
    PurgeInsightsJob,
    RecordSiteEventsHandler,
    SubmitAgentFeedbackHandler,
  ],
})
export class InsightsModule {}
