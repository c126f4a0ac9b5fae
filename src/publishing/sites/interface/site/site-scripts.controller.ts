import { Controller, Get, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ForScripts, ForVisitors, NeedsScope } from '#kernel/interface/route-flags';
import { SiteScriptView } from '../../../contract/site.view.js';
import { GetSiteScripts } from '../../application/site/site.queries.js';

@ApiTags('sites')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId/integration-scripts')
export class SiteScriptsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The scripts that integrations put on every page of a site, as its published profile has them. */
  @Get()
  @ForScripts('site:metadata:read')
  @Needs('organization', 'read')
  @NeedsScope('site:read')
  @ForVisitors()
  @ApiOperation({ operationId: 'listSiteIntegrationScripts' })
  @ApiOkResponse({ type: SiteScriptView, isArray: true })
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
  ): Promise<SiteScriptView[]> {
    return this.dispatcher.ask(new GetSiteScripts(caller, organizationId, siteId));
  }
}
