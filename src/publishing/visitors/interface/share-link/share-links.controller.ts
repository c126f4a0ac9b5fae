import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { toPageRequest } from '#kernel/interface/page.params';
import { Scoped } from '#kernel/interface/route-flags';
import { CreateShareLink, DeleteShareLink, UpdateShareLink } from '../../application/share-link/share-link.commands.js';
import { GetShareLink, ListShareLinks } from '../../application/share-link/share-link.queries.js';
import { ShareLinkView } from '../../application/share-link/share-link.view.js';
import { CreateShareLinkBody, ShareLinkParams, UpdateShareLinkBody } from './share-link.body.js';

@ApiTags('share links')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId/share-links')
@Scoped('site:auth:read', 'site:auth:write')
export class ShareLinksController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The share links of a site. Their published addresses are shown to those who may change them. */
  @Get()
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'listSiteShareLinks' })
  @ApiPage(ShareLinkView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() params: ShareLinkParams,
  ): Promise<Page<ShareLinkView>> {
    const { search = '' } = params;
    return this.dispatcher.ask(new ListShareLinks(caller, organizationId, siteId, search, toPageRequest(params)));
  }

  /** Creates a share link with a secret key of its own. A site takes at most 100. */
  @Post()
  @Needs('organization', 'create', 'And the role create on every space of the site, where that shows it to others.')
  @ApiOperation({ operationId: 'createSiteShareLink' })
  async create(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() { name }: CreateShareLinkBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ShareLinkView> {
    const id = await this.dispatcher.run(new CreateShareLink(caller, organizationId, siteId, name));
    const view = await this.dispatcher.ask(new GetShareLink(caller, organizationId, siteId, id));
    void reply.header('location', view.urls.location);
    return view;
  }

  /** Renames a share link, or switches it on or off. */
  @Patch(':shareLinkId')
  @Needs('organization', 'create', 'And the role create on every space of the site, where that shows it to others.')
  @ApiOperation({ operationId: 'updateSiteShareLinkById' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('shareLinkId') shareLinkId: string,
    @Body() { active, name }: UpdateShareLinkBody,
  ): Promise<ShareLinkView> {
    const changes = { active, name };
    await this.dispatcher.run(new UpdateShareLink(caller, organizationId, siteId, shareLinkId, changes));
    return this.dispatcher.ask(new GetShareLink(caller, organizationId, siteId, shareLinkId));
  }

  /** Ends a share link: its key lets nobody in any more. */
  @Delete(':shareLinkId')
  @HttpCode(204)
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'deleteSiteShareLinkById' })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('shareLinkId') shareLinkId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DeleteShareLink(caller, organizationId, siteId, shareLinkId));
  }
}
