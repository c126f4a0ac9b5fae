import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiErrors } from '#kernel/interface/api-errors';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { toPageRequest } from '#kernel/interface/page.params';
import { ActsOnRecord, ForScripts, NeedsScope, Scoped } from '#kernel/interface/route-flags';
import { SiteView } from '../../../contract/site.view.js';
import {
  CreateSite,
  DeleteSite,
  PublishSite,
  UnpublishSite,
  UpdateSite,
} from '../../application/site/site.commands.js';
import { GetSite, ListSites } from '../../application/site/site.queries.js';
import { CreateSiteBody, SitesParams, UpdateSiteBody } from './site.body.js';

@ApiTags('sites')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites')
@Scoped('site:read', 'site:write')
export class SitesController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The sites of an organization. */
  @Get()
  @ForScripts('site:metadata:read')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'listSites' })
  @ApiPage(SiteView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: SitesParams,
  ): Promise<Page<SiteView>> {
    const { space, title, published, type: types } = params;
    const filter = { space, title, published, types };
    return this.dispatcher.ask(new ListSites(caller, organizationId, filter, toPageRequest(params)));
  }

  /** Creates a site, which nobody reads before it is published. */
  @Post()
  @Needs('organization', 'create', 'And the role create on the spaces that are put on it.')
  @ApiOperation({ operationId: 'createSite' })
  @ApiErrors(409)
  async create(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() body: CreateSiteBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SiteView> {
    const id = await this.dispatcher.run(new CreateSite(caller, organizationId, body));
    const view = await this.dispatcher.ask(new GetSite(caller, organizationId, id));
    void reply.header('location', view.urls.location);
    return view;
  }

  @Get(':siteId')
  @ForScripts('site:metadata:read')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'getSiteById', summary: 'One site.' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
  ): Promise<SiteView> {
    return this.dispatcher.ask(new GetSite(caller, organizationId, siteId));
  }

  /** Changes a site: its fields, its addresses, who may read it, and what is read by default. */
  @Patch(':siteId')
  @Needs('organization', 'create', 'And the role create on every space of the site, where that shows it to others.')
  @ApiOperation({ operationId: 'updateSiteById' })
  @ApiErrors(409)
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() { adaptiveContent, ...changes }: UpdateSiteBody,
  ): Promise<SiteView> {
    const all = { ...changes, adaptiveContent: adaptiveContent?.enabled };
    await this.dispatcher.run(new UpdateSite(caller, organizationId, siteId, all));
    return this.dispatcher.ask(new GetSite(caller, organizationId, siteId));
  }

  /** Deletes a site for good. The spaces that were on it stay. */
  @Delete(':siteId')
  @HttpCode(204)
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'deleteSiteById' })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DeleteSite(caller, organizationId, siteId));
  }

  /** Makes a site live for those its visibility lets in. */
  @Post(':siteId/publish')
  @ActsOnRecord()
  @HttpCode(200)
  @Needs('organization', 'create', 'And the role create on every space of the site.')
  @NeedsScope('site:publish')
  @ApiOperation({ operationId: 'publishSite' })
  @ApiErrors(409)
  async publish(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
  ): Promise<SiteView> {
    await this.dispatcher.run(new PublishSite(caller, organizationId, siteId));
    return this.dispatcher.ask(new GetSite(caller, organizationId, siteId));
  }

  /** Takes a site offline at once. What it is made of stays. */
  @Post(':siteId/unpublish')
  @ActsOnRecord()
  @HttpCode(200)
  @Needs('organization', 'create')
  @NeedsScope('site:publish')
  @ApiOperation({ operationId: 'unpublishSite' })
  async unpublish(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
  ): Promise<SiteView> {
    await this.dispatcher.run(new UnpublishSite(caller, organizationId, siteId));
    return this.dispatcher.ask(new GetSite(caller, organizationId, siteId));
  }
}
