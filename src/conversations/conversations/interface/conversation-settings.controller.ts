import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { Scoped } from '#kernel/interface/route-flags';
import { UpdateConversationSettings } from '../application/conversation.commands.js';
import { GetConversationSettings } from '../application/conversation.queries.js';
import { ConversationSettingsView } from '../application/conversation.view.js';
import { UpdateConversationSettingsBody } from './conversation.body.js';

@ApiTags('conversations')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/conversations-settings')
@Scoped('organization:read', 'organization:write')
export class ConversationSettingsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** What the organization has set about its conversations. An addition of Quire to the API. */
  @Get()
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'getConversationsSettings' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
  ): Promise<ConversationSettingsView> {
    return this.dispatcher.ask(new GetConversationSettings(caller, organizationId));
  }

  /** Changes how long conversations are kept. An addition of Quire to the API. */
  @Patch()
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'updateConversationsSettings' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() body: UpdateConversationSettingsBody,
  ): Promise<ConversationSettingsView> {
    await this.dispatcher.run(new UpdateConversationSettings(caller, organizationId, body));
    return this.dispatcher.ask(new GetConversationSettings(caller, organizationId));
  }
}
