import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { Scoped } from '#kernel/interface/route-flags';
import { DeliverEventAgain } from '../application/event.commands.js';
import { GetIntegrationEvent, ListIntegrationEvents } from '../application/event.queries.js';
import { IntegrationEventDetailView, IntegrationEventView } from '../application/event.view.js';

/** In which organization an administrator sees events. */
const WHERE = 'In the organization that publishes; for what comes with Quire, in that of the installation.';

@ApiTags('integration events')
@ApiBearerAuth()
@Controller('v1/integrations/:integrationName/events')
@Scoped('integration:read', 'integration:publish')
export class IntegrationEventsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The events that were sent to the script of an integration, the newest first. They are kept for 30 days, unless the server is set otherwise. */
  @Get()
  @Needs('organization', 'admin', WHERE)
  @ApiOperation({ operationId: 'listIntegrationEvents' })
  @ApiPage(IntegrationEventView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Query() params: PageParams,
  ): Promise<Page<IntegrationEventView>> {
    return this.dispatcher.ask(new ListIntegrationEvents(caller, name, toPageRequest(params)));
  }

  /** One event, with what the script wrote to its console. */
  @Get(':eventId')
  @Needs('organization', 'admin', WHERE)
  @ApiOperation({ operationId: 'getIntegrationEvent' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Param('eventId') eventId: string,
  ): Promise<IntegrationEventDetailView> {
    return this.dispatcher.ask(new GetIntegrationEvent(caller, name, eventId));
  }

  /** Sends an event to the script once more. An addition of Quire to the API. */
  @Post(':eventId/deliveries')
  @HttpCode(204)
  @Needs('organization', 'admin', WHERE)
  @ApiOperation({ operationId: 'deliverIntegrationEvent' })
  async deliver(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Param('eventId') eventId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DeliverEventAgain(caller, name, eventId));
  }
}
