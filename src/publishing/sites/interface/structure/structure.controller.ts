import { Body, Controller, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ApiErrors } from '#kernel/interface/api-errors';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ListOfOneOf } from '#kernel/interface/open-api/one-of';
import { ActsOnRecord, AnswersOther, ForScripts, ForVisitors, Scoped } from '#kernel/interface/route-flags';
import { SortStructure } from '../../application/structure/structure.commands.js';
import { GetSiteStructure, GetStructureItem } from '../../application/structure/structure.queries.js';
import {
  SectionsStructureView,
  SiteExternalLinkView,
  SiteSectionGroupView,
  SiteSectionView,
  SiteSpacesStructureView,
  SiteSpaceView,
  type SiteStructureView,
} from '../../application/structure/structure.view.js';
import { SortStructureBody } from './move.body.js';
import { ShareKeyParams } from './structure.body.js';

const refs = (...views: (new () => object)[]) => ({ oneOf: views.map((view) => ({ $ref: getSchemaPath(view) })) });

/* The classes can't say of themselves that their members are one of several. */
const ITEMS = {
  'site-section': SiteSectionView,
  'site-section-group': SiteSectionGroupView,
  'site-external-link': SiteExternalLinkView,
};
ListOfOneOf('object', ITEMS)(SectionsStructureView.prototype, 'structure');
ListOfOneOf('object', ITEMS)(SiteSectionGroupView.prototype, 'children');

@ApiTags('sites')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId/structure')
@Scoped('site:read', 'site:write')
@ApiExtraModels(
  SectionsStructureView,
  SiteSpacesStructureView,
  SiteSectionView,
  SiteSectionGroupView,
  SiteSpaceView,
  SiteExternalLinkView,
)
export class StructureController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The sections, section groups, external links and site spaces of a site, as they are shown. */
  @Get()
  @ForScripts('site:metadata:read')
  @Needs('organization', 'read')
  @ForVisitors()
  @ApiOperation({ operationId: 'getSiteStructure' })
  @ApiOkResponse({ schema: refs(SectionsStructureView, SiteSpacesStructureView) })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() { shareKey }: ShareKeyParams,
  ): Promise<SiteStructureView> {
    return this.dispatcher.ask(new GetSiteStructure(caller, organizationId, siteId, shareKey));
  }

  /** Gives a site space, a section, a section group or an external link another place. */
  @Patch('sort')
  @ActsOnRecord()
  @Needs('organization', 'create', 'And the role create on each space that is shown to others by it.')
  @AnswersOther()
  @ApiOperation({ operationId: 'sortSiteStructure' })
  @ApiOkResponse({ schema: refs(SiteSpaceView, SiteSectionView, SiteSectionGroupView, SiteExternalLinkView) })
  @ApiErrors(409)
  async sort(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() { item, position }: SortStructureBody,
  ): Promise<SiteSpaceView | SiteSectionView | SiteSectionGroupView | SiteExternalLinkView> {
    await this.dispatcher.run(new SortStructure(caller, organizationId, siteId, item, position));
    return this.dispatcher.ask(new GetStructureItem(caller, organizationId, siteId, item));
  }
}
