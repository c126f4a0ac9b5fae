import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { ApiAddress } from '#kernel/application/api-address';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiErrors } from '#kernel/interface/api-errors';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { setLocation } from '#kernel/interface/http/location';
import { Needs } from '#kernel/interface/needs';
import { toPageRequest } from '#kernel/interface/page.params';
import { ForScripts, ForVisitors, Scoped } from '#kernel/interface/route-flags';
import {
  AddSection,
  RemoveFromStructure,
  SortStructure,
  UpdateSection,
} from '../../application/structure/structure.commands.js';
import { GetStructureItem, ListSiteSections } from '../../application/structure/structure.queries.js';
import { SiteSectionView } from '../../application/structure/structure.view.js';
import { MoveSectionBody } from './move.body.js';
import { AddSectionBody, StructurePageParams, UpdateSectionBody } from './structure.body.js';

@ApiTags('sites')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId/sections')
@Scoped('site:read', 'site:write')
export class SectionsController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly address: ApiAddress,
  ) {}

  /** The sections of a site, in the order in which they are shown. */
  @Get()
  @ForScripts('site:metadata:read')
  @Needs('organization', 'read')
  @ForVisitors()
  @ApiOperation({ operationId: 'listSiteSections' })
  @ApiPage(SiteSectionView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() params: StructurePageParams,
  ): Promise<Page<SiteSectionView>> {
    const page = toPageRequest(params);
    return this.dispatcher.ask(new ListSiteSections(caller, organizationId, siteId, page, params.shareKey));
  }

  /** Adds a section with its first space to a site. */
  @Post()
  @Needs('organization', 'create', 'And the role create on the space that is put on it.')
  @ApiOperation({ operationId: 'addSectionToSite' })
  @ApiErrors(409)
  async add(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() { siteSectionGroupId: group, ...body }: AddSectionBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SiteSectionView> {
    const id = await this.dispatcher.run(new AddSection(caller, organizationId, siteId, { ...body, group }));
    setLocation(reply, this.address, id);
    return this.#get(caller, organizationId, siteId, id);
  }

  /** Changes a section. */
  @Patch(':siteSectionId')
  @Needs('organization', 'create', 'And the role create on each space that is shown to others by it.')
  @ApiOperation({ operationId: 'updateSiteSectionById' })
  @ApiErrors(409)
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSectionId') id: string,
    @Body() { siteSectionGroupId: group, ...changes }: UpdateSectionBody,
  ): Promise<SiteSectionView> {
    await this.dispatcher.run(new UpdateSection(caller, organizationId, siteId, id, { ...changes, group }));
    return this.#get(caller, organizationId, siteId, id);
  }

  /** Takes a section off a site, with its site spaces; the spaces themselves stay. */
  @Delete(':siteSectionId')
  @HttpCode(204)
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'deleteSiteSectionById' })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSectionId') id: string,
  ): Promise<void> {
    await this.dispatcher.run(new RemoveFromStructure(caller, organizationId, siteId, { type: 'site-section', id }));
  }

  /** Gives a section another place. */
  @Post(':siteSectionId/move')
  @HttpCode(200)
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'moveSiteSection', deprecated: true })
  @ApiErrors(409)
  async move(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSectionId') id: string,
    @Body() { position = {} }: MoveSectionBody,
  ): Promise<SiteSectionView> {
    const pointer = (beside: { siteSection: string } | undefined) =>
      beside && { type: 'site-section' as const, id: beside.siteSection };
    const place = { before: pointer(position.before), after: pointer(position.after) };
    await this.dispatcher.run(new SortStructure(caller, organizationId, siteId, { type: 'site-section', id }, place));
    return this.#get(caller, organizationId, siteId, id);
  }

  #get(caller: Caller, organizationId: string, siteId: string, id: string): Promise<SiteSectionView> {
    const item = { type: 'site-section', id } as const;
    return this.dispatcher.ask(new GetStructureItem(caller, organizationId, siteId, item)) as Promise<SiteSectionView>;
  }
}
