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
  AddSpaceToSite,
  RemoveFromStructure,
  SortStructure,
  UpdateSiteSpace,
} from '../../application/structure/structure.commands.js';
import { GetStructureItem, ListSiteSpaces } from '../../application/structure/structure.queries.js';
import { SiteSpaceView } from '../../application/structure/structure.view.js';
import { MoveSiteSpaceBody } from './move.body.js';
import { AddSiteSpaceBody, SiteSpacesParams, UpdateSiteSpaceBody } from './structure.body.js';

@ApiTags('sites')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId/site-spaces')
@Scoped('site:read', 'site:write')
export class SiteSpacesController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly address: ApiAddress,
  ) {}

  /** The site spaces of a site, in the order in which they are shown. */
  @Get()
  @ForScripts('site:metadata:read')
  @Needs('organization', 'read')
  @ForVisitors()
  @ApiOperation({ operationId: 'listSiteSpaces' })
  @ApiPage(SiteSpaceView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() params: SiteSpacesParams,
  ): Promise<Page<SiteSpaceView>> {
    const page = toPageRequest(params);
    return this.dispatcher.ask(
      new ListSiteSpaces(caller, organizationId, siteId, page, params.default, params.shareKey),
    );
  }

  /** Puts a space on a site. */
  @Post()
  @Needs('organization', 'create', 'And the role create on the space that is put on it.')
  @ApiOperation({ operationId: 'addSpaceToSite' })
  @ApiErrors(409)
  async add(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() body: AddSiteSpaceBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SiteSpaceView> {
    const id = await this.dispatcher.run(
      new AddSpaceToSite(caller, organizationId, siteId, body.spaceId, body.sectionId),
    );
    setLocation(reply, this.address, id);
    return this.#get(caller, organizationId, siteId, id);
  }

  /** Changes a site space. */
  @Patch(':siteSpaceId')
  @Needs('organization', 'create', 'And the role create on the space, where it is another one or is shown to others.')
  @ApiOperation({ operationId: 'updateSiteSpaceById' })
  @ApiErrors(409)
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSpaceId') id: string,
    @Body() { spaceId: space, ...changes }: UpdateSiteSpaceBody,
  ): Promise<SiteSpaceView> {
    await this.dispatcher.run(new UpdateSiteSpace(caller, organizationId, siteId, id, { ...changes, space }));
    return this.#get(caller, organizationId, siteId, id);
  }

  /** Takes a space off a site; the space itself stays. */
  @Delete(':siteSpaceId')
  @HttpCode(204)
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'deleteSiteSpaceById' })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSpaceId') id: string,
  ): Promise<void> {
    await this.dispatcher.run(new RemoveFromStructure(caller, organizationId, siteId, { type: 'site-space', id }));
  }

  /** Gives a site space another place. */
  @Post(':siteSpaceId/move')
  @HttpCode(200)
  @Needs('organization', 'create', 'And the role create on each space that is shown to others by it.')
  @ApiOperation({ operationId: 'moveSiteSpace', deprecated: true })
  @ApiErrors(409)
  async move(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSpaceId') id: string,
    @Body() { position = {} }: MoveSiteSpaceBody,
  ): Promise<SiteSpaceView> {
    const pointer = (beside: { siteSpace: string } | undefined) =>
      beside && { type: 'site-space' as const, id: beside.siteSpace };
    const place = { before: pointer(position.before), after: pointer(position.after) };
    await this.dispatcher.run(new SortStructure(caller, organizationId, siteId, { type: 'site-space', id }, place));
    return this.#get(caller, organizationId, siteId, id);
  }

  #get(caller: Caller, organizationId: string, siteId: string, id: string): Promise<SiteSpaceView> {
    const item = { type: 'site-space', id } as const;
    return this.dispatcher.ask(new GetStructureItem(caller, organizationId, siteId, item)) as Promise<SiteSpaceView>;
  }
}
