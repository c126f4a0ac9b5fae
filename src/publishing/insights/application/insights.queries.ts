import type { Caller } from '#kernel/application/caller';
import { Query } from '#kernel/domain/messages';
import type { WantedAggregation } from '../domain/aggregation.js';
import { COLUMNS, INTERVALS, OPERATORS, type InsightColumn } from '../domain/columns.js';
import type { SiteEventsAggregationView } from './insights.view.js';

export { COLUMNS, INTERVALS, OPERATORS, type InsightColumn };

/** Counts the events of a site. */
export class AggregateSiteEvents extends Query<SiteEventsAggregationView> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly siteId: string,
    readonly wanted: WantedAggregation,
  ) {
    super();
  }
}
