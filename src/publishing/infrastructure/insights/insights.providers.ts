import type { Provider } from '@nestjs/common';
import { RecordSiteEventsHandler } from '../../application/insights/record-site-events.js';
import { SubmitAgentFeedbackHandler } from '../../application/insights/submit-agent-feedback.js';
import { Insights } from '../../domain/insights/insights.js';
import { UserAgents } from '../../domain/insights/user-agents.js';
import { AggregateSiteEventsHandler } from './insights.reader.js';
import { InsightStore } from './insights.store.js';
import { PurgeInsightsJob } from './purge-insights.job.js';
import { UserAgentReader } from './user-agent-reader.js';

/** What happened on sites. */
export const INSIGHTS: Provider[] = [
  { provide: Insights, useClass: InsightStore },
  { provide: UserAgents, useClass: UserAgentReader },
  AggregateSiteEventsHandler,
  PurgeInsightsJob,
  RecordSiteEventsHandler,
  SubmitAgentFeedbackHandler,
];
