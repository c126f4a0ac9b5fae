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
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { ForScripts, Scoped } from '#kernel/interface/route-flags';
import {
  AddSectionGroup,
  RemoveFromStructure,
  UpdateSectionGroup,
} from '../../application/structure/structure.commands.js';
import { GetStructureItem, ListSiteSectionGroups } from '../../application/structure/structure.queries.js';
import { SiteSectionGroupView } from '../../application/structure/structure.view.js';
import { AddSectionGroupBody, UpdateSectionGroupBody } from './structure.body.js';

@ApiTags('sites')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId/section-groups')
@Scoped('site:read', 'site:write')
export class SectionGroupsController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly address: ApiAddress,
  ) {}

  /** The section groups of a site, in the order in which they are shown. */
  @Get()
  @ForScripts('site:metadata:read')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'listSiteSectionGroups' })
  @ApiPage(SiteSectionGroupView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() params: PageParams,
  ): Promise<Page<SiteSectionGroupView>> {
    const page = toPageRequest(params);
    return this.dispatcher.ask(new ListSiteSectionGroups(caller, organizationId, siteId, page));
  }

  /** Adds a section group to a site. */
  @Post()
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'addSectionGroupToSite' })
  @ApiErrors(409)
  async add(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() body: AddSectionGroupBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SiteSectionGroupView> {
    const id = await this.dispatcher.run(new AddSectionGroup(caller, organizationId, siteId, body));
    setLocation(reply, this.address, id);
    return this.#get(caller, organizationId, siteId, id);
  }

  /** Changes a section group. */
  @Patch(':siteSectionGroupId')
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'updateSiteSectionGroupById' })
  @ApiErrors(409)
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSectionGroupId') id: string,
    @Body() { parentSectionGroupId: group, ...changes }: UpdateSectionGroupBody,
  ): Promise<SiteSectionGroupView> {
    await this.dispatcher.run(new UpdateSectionGroup(caller, organizationId, siteId, id, { ...changes, group }));
    return this.#get(caller, organizationId, siteId, id);
  }

  /** Deletes a section group; what stood in it comes to stand where it stood. */
  @Delete(':siteSectionGroupId')
  @HttpCode(204)
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'deleteSiteSectionGroupById' })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSectionGroupId') id: string,
  ): Promise<void> {
    await this.dispatcher.run(
      new RemoveFromStructure(caller, organizationId, siteId, { type: 'site-section-group', id }),
    );
  }

  #get(caller: Caller, organizationId: string, siteId: string, id: string): Promise<SiteSectionGroupView> {
    const item = { type: 'site-section-group', id } as const;
    return this.dispatcher.ask(
      new GetStructureItem(caller, organizationId, siteId, item),
    ) as Promise<SiteSectionGroupView>;
  }
}
