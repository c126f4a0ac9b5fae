import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JsonText } from '#kernel/application/json-text';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { Described } from '#kernel/interface/open-api/one-of';
import { ForVisitors, NeedsScope } from '#kernel/interface/route-flags';
import { GetPublishedSite } from '../../application/visit/published-site.queries.js';
import { SiteCustomizationView } from '../../application/customization/customization.view.js';
import { PublishedSiteView, SiteCustomizationsView } from '../../application/visit/published-site.view.js';
import { ShareKeyParams } from '../structure/structure.body.js';

/* The class can't say it of itself. */
Described({ type: 'object', additionalProperties: { $ref: getSchemaPath(SiteCustomizationView) } })(
  SiteCustomizationsView.prototype,
  'siteSpaces',
);

@ApiTags('sites')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId/published')
export class PublishedSiteController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** All that a renderer must know of a live site: its structure, and how it looks. */
  @Get()
  @Needs('organization', 'read')
  @NeedsScope('site:read')
  @ForVisitors()
  @ApiOperation({ operationId: 'getPublishedContentSite' })
  @ApiOkResponse({ type: PublishedSiteView })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() { shareKey }: ShareKeyParams,
  ): Promise<JsonText> {
    return this.dispatcher.ask(new GetPublishedSite(caller, organizationId, siteId, shareKey));
  }
}
