import { Body, Controller, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JsonText } from '#kernel/application/json-text';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { ForVisitors, Scoped, TakesUpTo, Untraced } from '#kernel/interface/route-flags';
import { SpaceHitView } from '#content';
import { SearchSite } from '../application/search.queries.js';
import { scopeOf } from './scope-of.js';
import { SearchSiteBody } from './search.body.js';

@ApiTags('sites')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId/search')
@Scoped('site:search', 'site:search')
export class SiteSearchController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Spaces of a site with pages that match a query, the best first. Visitors find what the site shows them. */
  @Post()
  @HttpCode(200)
  @Needs('organization', 'read', 'Shows what the caller reaches.')
  @ForVisitors()
  @Untraced()
  @TakesUpTo(250_000)
  @ApiOperation({ operationId: 'searchSiteContent' })
  @ApiPage(SpaceHitView)
  search(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() params: PageParams,
    @Body() body: SearchSiteBody,
  ): Promise<JsonText> {
    const page = toPageRequest(params);
    return this.dispatcher.ask(new SearchSite(caller, organizationId, siteId, scopeOf(body), body.query, page));
  }
}
