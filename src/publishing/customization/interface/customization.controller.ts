import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ForScripts, Scoped, TakesUpTo } from '#kernel/interface/route-flags';
import {
  DeleteSiteSpaceCustomization,
  OverrideSiteSpaceCustomization,
  UpdateSiteCustomization,
} from '../application/customization.commands.js';
import { GetSiteCustomization, GetSiteSpaceCustomization } from '../application/customization.queries.js';
import { SiteCustomizationView, SiteSpaceCustomizationView } from '../application/customization.view.js';
import { CustomizationParams, UpdateSiteCustomizationBody } from './customization.body.js';
import { OverrideSiteSpaceCustomizationBody } from './override.body.js';

/** The domain reads bodies itself: which parts there are, and what each may be, is a table there. */
@ApiTags('site customization')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId')
@Scoped('site:read', 'site:write')
export class CustomizationController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The settings of how a site looks and what it offers, with the defaults of those that nobody set. */
  @Get('customization')
  @ForScripts('site:metadata:read')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'getSiteCustomizationById' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() _params: CustomizationParams,
  ): Promise<SiteCustomizationView> {
    return this.dispatcher.ask(new GetSiteCustomization(caller, organizationId, siteId));
  }

  /** Replaces the settings of how a site looks and what it offers. */
  @Put('customization')
  @Needs('organization', 'create')
  @TakesUpTo(500_000)
  @ApiOperation({ operationId: 'updateSiteCustomizationById' })
  @ApiBody({ type: UpdateSiteCustomizationBody })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() body: unknown,
  ): Promise<SiteCustomizationView> {
    await this.dispatcher.run(new UpdateSiteCustomization(caller, organizationId, siteId, body));
    return this.dispatcher.ask(new GetSiteCustomization(caller, organizationId, siteId));
  }

  /** The settings of a site space: those it has other than its site, and all others as its site has them. */
  @Get('site-spaces/:siteSpaceId/customization')
  @ForScripts('site:metadata:read')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'getSiteSpaceCustomizationById' })
  getOfSiteSpace(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSpaceId') siteSpaceId: string,
    @Query() _params: CustomizationParams,
  ): Promise<SiteSpaceCustomizationView> {
    return this.dispatcher.ask(new GetSiteSpaceCustomization(caller, organizationId, siteId, siteSpaceId));
  }

  /** Changes what settings a site space has other than its site. */
  @Patch('site-spaces/:siteSpaceId/customization')
  @Needs('organization', 'create')
  @TakesUpTo(500_000)
  @ApiOperation({ operationId: 'overrideSiteSpaceCustomizationById' })
  @ApiBody({ type: OverrideSiteSpaceCustomizationBody })
  async override(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSpaceId') siteSpaceId: string,
    @Body() body: unknown,
  ): Promise<SiteSpaceCustomizationView> {
    await this.dispatcher.run(new OverrideSiteSpaceCustomization(caller, organizationId, siteId, siteSpaceId, body));
    return this.dispatcher.ask(new GetSiteSpaceCustomization(caller, organizationId, siteId, siteSpaceId));
  }

  /** Gives a site space all settings of its site again. */
  @Delete('site-spaces/:siteSpaceId/customization')
  @HttpCode(204)
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'deleteSiteSpaceCustomizationById' })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Param('siteSpaceId') siteSpaceId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DeleteSiteSpaceCustomization(caller, organizationId, siteId, siteSpaceId));
  }
}
