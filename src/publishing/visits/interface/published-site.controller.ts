import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JsonText } from '#kernel/application/json-text';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { Described, OneOf } from '#kernel/interface/open-api/one-of';
import { ForVisitors, NeedsScope } from '#kernel/interface/route-flags';
import { SiteCustomizationView } from '../../customization/application/customization.view.js';
import { SectionsStructureView, SiteSpacesStructureView } from '../../sites/application/structure/structure.view.js';
import { ShareKeyParams } from '../../sites/interface/structure/structure.body.js';
import { GetPublishedSite } from '../application/published-site.queries.js';
import { PublishedSiteView, SiteCustomizationsView } from '../application/published-site.view.js';

/* The classes can't say of themselves what these members are. */
OneOf('type', { sections: SectionsStructureView, siteSpaces: SiteSpacesStructureView })(
  PublishedSiteView.prototype,
  'structure',
);
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
