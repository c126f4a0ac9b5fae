import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { ApiEventStream, disconnectSignal, sendEvents } from '#kernel/interface/http/event-stream';
import { Needs } from '#kernel/interface/needs';
import { ForVisitors, NeedsScope, TakesUpTo } from '#kernel/interface/route-flags';
import { RespondInSite } from '../application/search.queries.js';
import { AssistantBody } from './assistant.body.js';
import { questionOf } from './said.js';

@ApiTags('sites')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId/ai/response')
export class SiteAssistantController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Responds to what a visitor says, from the pages that a site shows the caller, as server-sent events. */
  @Post()
  @HttpCode(200)
  @Needs('organization', 'read', 'Shows what the caller reaches.')
  @NeedsScope('site:ask')
  @ForVisitors()
  @TakesUpTo(400_000)
  @ApiOperation({ operationId: 'streamAIResponseInSite' })
  @ApiEventStream(
    'Events of a response: its start, blocks of its text, questions that may follow, its finish; then `done`.',
    { type: 'response_start', messageId: '0VbbUGzaRl3AsYf9UwFi' },
  )
  async respond(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() { input, previousResponseId }: AssistantBody,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const said = { message: questionOf(input), previousResponse: previousResponseId, signal: disconnectSignal(reply) };
    const events = await this.dispatcher.ask(new RespondInSite(caller, organizationId, siteId, said));
    await sendEvents(reply, events, 'The response could not be given');
  }
}
