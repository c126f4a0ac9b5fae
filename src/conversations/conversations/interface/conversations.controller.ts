import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiExtraModels, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { toPageRequest } from '#kernel/interface/page.params';
import { readSent } from '#kernel/interface/request-validation';
import { ForScripts, Scoped, TakesUpTo } from '#kernel/interface/route-flags';
import { IngestConversations, MOST_AT_ONCE, type SentConversation } from '../application/conversation.commands.js';
import { GetConversation, ListConversations } from '../application/conversation.queries.js';
import { ConversationDetailView, ConversationView } from '../application/conversation.view.js';
import { ConversationInput, ConversationParams, ConversationsBody } from './conversation.body.js';

const ONE = { $ref: getSchemaPath(ConversationInput) };

@ApiTags('conversations')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/conversations')
@Scoped('organization:read', 'organization:write')
@ApiExtraModels(ConversationInput)
export class ConversationsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The conversations of an organization, the latest first. */
  @Get()
  @Needs('organization', 'edit')
  @ApiOperation({ operationId: 'listConversations' })
  @ApiPage(ConversationView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: ConversationParams,
  ): Promise<Page<ConversationView>> {
    return this.dispatcher.ask(new ListConversations(caller, organizationId, params.source, toPageRequest(params)));
  }

  /**
   * Stores a conversation, or a list of them. E-mail addresses, telephone and card numbers, keys and tokens are masked
   * before. One with a known id replaces that. What their users wanted is found afterwards.
   */
  @Post()
  @HttpCode(204)
  @ForScripts('conversations:ingest')
  @Needs('organization', 'create')
  @TakesUpTo(10_000_000)
  @ApiOperation({ operationId: 'ingestConversation' })
  @ApiBody({ schema: { oneOf: [ONE, { type: 'array', items: ONE, maxItems: MOST_AT_ONCE }] } })
  async ingest(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() body: unknown,
  ): Promise<void> {
    const { conversations } = readSent(ConversationsBody, { conversations: Array.isArray(body) ? body : [body] });
    await this.dispatcher.run(new IngestConversations(caller, organizationId, conversations.map(toSent)));
  }

  /** One conversation with all that was written. */
  @Get(':conversationId')
  @Needs('organization', 'edit')
  @ApiOperation({ operationId: 'getConversationById' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('conversationId') conversationId: string,
  ): Promise<ConversationDetailView> {
    return this.dispatcher.ask(new GetConversation(caller, organizationId, conversationId));
  }
}

function toSent({ id, subject, metadata = {}, parts }: ConversationInput): SentConversation {
  const { url, attributes = {}, createdAt } = metadata;
  return { id, subject, url, attributes, createdAt: createdAt === undefined ? undefined : new Date(createdAt), parts };
}
