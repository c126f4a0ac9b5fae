import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ForVisitors, Scoped } from '#kernel/interface/route-flags';
import { SubmitAgentFeedback } from '../application/insights.commands.js';
import { AgentFeedbackBody } from './insights.body.js';

@ApiTags('sites')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId/agent-feedback')
@Scoped('site:read', 'site:read')
export class AgentFeedbackController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Says what an agent thinks of a page of a live site. It is kept among what happened there. */
  @Post()
  @HttpCode(204)
  @Needs('organization', 'read')
  @ForVisitors()
  @ApiOperation({ operationId: 'submitSiteAgentFeedback', deprecated: true })
  async submit(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() body: AgentFeedbackBody,
  ): Promise<void> {
    await this.dispatcher.run(new SubmitAgentFeedback(caller, organizationId, siteId, body));
  }
}
