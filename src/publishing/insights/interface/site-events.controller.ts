import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ForRenderers, ForScripts, NeedsScope, Public, TakesUpTo } from '#kernel/interface/route-flags';
import { RecordSiteEvents } from '../application/insights.commands.js';
import { AggregateSiteEvents } from '../application/insights.queries.js';
import type { SiteEventsAggregationView } from '../application/insights.view.js';
import { AggregateSiteEventsBody } from './insights.body.js';
import { TrackSiteEventsBody } from './site-event.body.js';

@ApiTags('sites')
@Controller('v1/orgs/:organizationId/sites/:siteId/insights/events')
export class SiteEventsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /**
   * Tells what happened on a live site, as whoever shows it to visitors does. Nothing is kept that leads back to a
   * visitor.
   */
  @Post()
  @HttpCode(204)
  @Public()
  @ForRenderers()
  @Needs('anybody')
  @TakesUpTo(250_000)
  @ApiOperation({ operationId: 'trackEventsInSiteById', security: [] })
  async track(
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() { events }: TrackSiteEventsBody,
  ): Promise<void> {
    await this.dispatcher.run(new RecordSiteEvents(organizationId, siteId, events));
  }

  /** Counts what happened on a site. Visitors who come back on another day are counted again. */
  @Post('aggregate')
  @HttpCode(200)
  @ApiBearerAuth()
  @ForScripts('site:views:read')
  @Needs('organization', 'read')
  @NeedsScope('site:insights:read')
  @TakesUpTo(1_300_000, { items: 60_000 })
  @ApiOperation({ operationId: 'aggregateSiteEvents' })
  aggregate(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() body: AggregateSiteEventsBody,
  ): Promise<SiteEventsAggregationView> {
    return this.dispatcher.ask(new AggregateSiteEvents(caller, organizationId, siteId, body));
  }
}
