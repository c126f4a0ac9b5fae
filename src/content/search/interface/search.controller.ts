import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JsonText } from '#kernel/application/json-text';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { toPageRequest } from '#kernel/interface/page.params';
import { ForScripts, NeedsScope, Scoped } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import { SearchOrganization, SearchSpace } from '../application/search.queries.js';
import { PageHitView, SpaceHitView } from '../../contract/search.view.js';
import { SearchParams } from './search.params.js';

@ApiTags('search')
@ApiBearerAuth()
@Controller('v1')
@Scoped('space:read', 'space:write')
export class SearchController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Pages of a space that match a query, the best first. */
  @Get('spaces/:spaceId/search')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'searchSpaceContent' })
  @ApiPage(PageHitView)
  space(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() params: SearchParams,
  ): Promise<JsonText> {
    return this.dispatcher.ask(new SearchSpace(caller, spaceId, params.query, toPageRequest(params)));
  }

  /** Spaces of an organization with pages that match a query, the best first. */
  @Get('orgs/:organizationId/search')
  @NeedsScope('organization:search')
  @ForScripts('space:content:read')
  @Needs('organization', 'guest', 'Shows what the caller reaches.')
  @ApiOperation({ operationId: 'searchOrganizationContent' })
  @ApiPage(SpaceHitView)
  organization(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: SearchParams,
  ): Promise<JsonText> {
    return this.dispatcher.ask(new SearchOrganization(caller, organizationId, params.query, toPageRequest(params)));
  }
}
