import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { SiteReading } from '../../sites/domain/site/site-reading.js';
import { AggregateSiteEvents } from '../application/insights.queries.js';
import type { SiteEventsAggregationView } from '../application/insights.view.js';
import { aggregationOf } from '../domain/aggregation.js';
import { aggregationSql } from './aggregation-sql.js';

@QueryHandler(AggregateSiteEvents)
export class AggregateSiteEventsHandler implements IQueryHandler<AggregateSiteEvents> {
  constructor(
    private readonly reading: SiteReading,
    private readonly sql: SqlQuery,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId, siteId, wanted }: AggregateSiteEvents): Promise<SiteEventsAggregationView> {
    await this.reading.forMember(caller, organizationId, siteId);
    const aggregation = aggregationOf(wanted, this.clock.now());
    const { text, values } = aggregationSql(organizationId, siteId, aggregation);
    const rows = await this.sql.dynamic<Record<string, unknown>>(text, values);
    return {
      columns: aggregation.shown.map((chosen, at) => ({ ...chosen, values: rows.map((row) => row[`c${at}`]) })),
    };
  }
}
