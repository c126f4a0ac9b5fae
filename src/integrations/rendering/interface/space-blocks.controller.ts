import { Controller, Get, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { NeedsScope } from '#kernel/interface/route-flags';
import { ListSpaceBlocks } from '../application/render.queries.js';
import { IntegrationBlocksView } from '../application/rendering.view.js';

@ApiTags('installations')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/integration-blocks')
export class SpaceBlocksController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The blocks that integrations add to the pages of a space, as far as they are set up. */
  @Get()
  @NeedsScope('integration:installations:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listSpaceIntegrationsBlocks' })
  list(@CurrentCaller() caller: Caller, @Param('spaceId') spaceId: string): Promise<IntegrationBlocksView[]> {
    return this.dispatcher.ask(new ListSpaceBlocks(caller, spaceId));
  }
}
