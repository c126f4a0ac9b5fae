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
import { ForScripts, ForVisitors, Scoped } from '#kernel/interface/route-flags';
import { CreateRedirect, DeleteRedirect, UpdateRedirect } from '../application/redirect.commands.js';
import { FindRedirect, GetRedirect, ListRedirects } from '../application/redirect.queries.js';
import { FoundRedirectView, SiteRedirectView } from '../application/redirect.view.js';
import {
  CreateSiteRedirectBody,
  RedirectParams,
  RedirectSourceParams,
  UpdateSiteRedirectBody,
} from './redirect.body.js';

@ApiTags('site redirects')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId')
@Scoped('site:read', 'site:write')
export class RedirectsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The redirects of a site that are live, or its drafts. */
  @Get('redirects')
  @ForScripts('site:metadata:read')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'listSiteRedirects' })
  @ApiPage(SiteRedirectView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() params: RedirectParams,
  ): Promise<Page<SiteRedirectView>> {
    const { draft = false, search = '', orderBy = 'createdAt' } = params;
    const wanted = { draft, search, orderBy };
    return this.dispatcher.ask(new ListRedirects(caller, organizationId, siteId, wanted, toPageRequest(params)));
  }

  /** Creates a redirect. A site has one redirect for one source, and takes at most 5,000. */
  @Post('redirects')
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'createSiteRedirect' })
  async create(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() body: CreateSiteRedirectBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SiteRedirectView> {
    const id = await this.dispatcher.run(new CreateRedirect(caller, organizationId, siteId, body));
    const view = await this.dispatcher.ask(new GetRedirect(caller, organizationId, siteId, id));
    void reply.header('location', view.urls.location);
    return view;
  }

  /** Changes a redirect. */
  @Patch('redirects/:siteRedirectId')
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'updateSiteRedirectById' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteRedirectId') redirectId: string,
    @Body() body: UpdateSiteRedirectBody,
  ): Promise<SiteRedirectView> {
    await this.dispatcher.run(new UpdateRedirect(caller, organizationId, siteId, redirectId, body));
    return this.dispatcher.ask(new GetRedirect(caller, organizationId, siteId, redirectId));
  }

  /** Deletes a redirect. */
  @Delete('redirects/:siteRedirectId')
  @HttpCode(204)
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'deleteSiteRedirectById' })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteRedirectId') redirectId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DeleteRedirect(caller, organizationId, siteId, redirectId));
  }

  /**
   * The redirect that a path of a site meets, and where it leads. The one of just this path comes first, then the wildcard
   * that says most of it; drafts lead nowhere.
   */
  @Get('redirect')
  @ForScripts('site:metadata:read')
  @Needs('organization', 'read')
  @ForVisitors()
  @ApiOperation({ operationId: 'getSiteRedirectBySource' })
  find(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() { source, shareKey }: RedirectSourceParams,
  ): Promise<FoundRedirectView> {
    return this.dispatcher.ask(new FindRedirect(caller, organizationId, siteId, source, shareKey));
  }
}
