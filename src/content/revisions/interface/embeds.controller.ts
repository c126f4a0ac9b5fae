import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ForScripts, ForVisitors, Scoped } from '#kernel/interface/route-flags';
import { GetEmbed } from '../application/content.queries.js';
import { EmbedView } from '../application/embed.view.js';
import { EmbedParams } from './content.params.js';

@ApiTags('space content')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/embed')
@Scoped('space:read', 'space:write')
export class EmbedsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** What is known of an address that a page embeds; 404 where that is nothing, but a plain link for visitors. */
  @Get()
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ForVisitors()
  @ApiOperation({ operationId: 'getEmbedByUrlInSpace' })
  @ApiOkResponse({ type: EmbedView })
  embed(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() { url }: EmbedParams,
  ): Promise<EmbedView> {
    return this.dispatcher.ask(new GetEmbed(caller, spaceId, url));
  }
}
