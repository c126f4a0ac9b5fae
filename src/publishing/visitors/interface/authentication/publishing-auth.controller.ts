import { Body, Controller, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ActsOnRecord, Scoped } from '#kernel/interface/route-flags';
import {
  EnsureVisitorAuth,
  RegenerateVisitorKey,
  UpdateVisitorAuth,
} from '../../application/authentication/visitor-auth.commands.js';
import { FindVisitorAuth, GetVisitorAuth } from '../../application/authentication/visitor-auth.queries.js';
import { SitePublishingAuthView } from '../../application/authentication/visitor-auth.view.js';
import { UpdateSitePublishingAuthBody } from './publishing-auth.body.js';

@ApiTags('site visitors')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId/publishing/auth')
@Scoped('site:auth:read', 'site:auth:write')
export class PublishingAuthController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** How visitors of a site show who they are. The key is made when it is first asked for. */
  @Get()
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'getSitePublishingAuthById' })
  async get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
  ): Promise<SitePublishingAuthView> {
    const made = await this.dispatcher.ask(new FindVisitorAuth(caller, organizationId, siteId));
    if (made) return made;
    await this.dispatcher.run(new EnsureVisitorAuth(caller, organizationId, siteId));
    return this.dispatcher.ask(new GetVisitorAuth(caller, organizationId, siteId));
  }

  /** Changes how visitors of a site show who they are. Where another signs from then on, what they hold ends. */
  @Patch()
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'updateSitePublishingAuthById' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() { backend, integration, fallbackURL, logoutURL }: UpdateSitePublishingAuthBody,
  ): Promise<SitePublishingAuthView> {
    const changes = { backend, integration, fallbackUrl: fallbackURL, logoutUrl: logoutURL };
    await this.dispatcher.run(new UpdateVisitorAuth(caller, organizationId, siteId, changes));
    return this.dispatcher.ask(new GetVisitorAuth(caller, organizationId, siteId));
  }

  /** Makes another key for a site. Tokens signed with the one before, and the visits they began, end at once. */
  @Post('regenerate')
  @ActsOnRecord()
  @HttpCode(200)
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'regenerateSitePublishingAuthById' })
  async regenerate(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
  ): Promise<SitePublishingAuthView> {
    await this.dispatcher.run(new RegenerateVisitorKey(caller, organizationId, siteId));
    return this.dispatcher.ask(new GetVisitorAuth(caller, organizationId, siteId));
  }
}
