import { Body, Controller, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { Scoped, TakesUpTo } from '#kernel/interface/route-flags';
import { ApplySiteConfig, PlanSiteConfig, PrepareSiteConfig } from '../application/site-config.commands.js';
import { SiteConfigView } from '../application/site-config.view.js';
import { SiteConfigBody } from './site-config.body.js';

/** A file of the greatest length, and what its quotes and line ends take more in JSON. */
const MAX_BYTES = 600_000;

@ApiTags('sites')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId/config')
@Scoped('site:read', 'site:write')
export class SiteConfigController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /**
   * Makes a site what its file of configuration says. The file, a `docs.yaml`, has its title, sections, section groups,
   * external links and spaces, of which those that are not there are created. What the file does not hold is taken off
   * the site and stays a space. Doing it again changes nothing. An extension of Quire.
   */
  @Put()
  @Needs('organization', 'create', 'And the role create on each space that is put on the site or changed.')
  @TakesUpTo(MAX_BYTES)
  @ApiOperation({ operationId: 'applySiteConfig' })
  apply(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() { text }: SiteConfigBody,
  ): Promise<SiteConfigView> {
    return this.dispatcher.run(new ApplySiteConfig(caller, organizationId, siteId, text));
  }

  /** Tells what a file of configuration would change of a site. Changes nothing. An extension of Quire. */
  @Post('plan')
  @HttpCode(200)
  @Needs('organization', 'create')
  @TakesUpTo(MAX_BYTES)
  @ApiOperation({ operationId: 'planSiteConfig' })
  plan(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() { text }: SiteConfigBody,
  ): Promise<SiteConfigView> {
    return this.dispatcher.ask(new PlanSiteConfig(caller, organizationId, siteId, text));
  }

  /**
   * Creates the spaces that a file of configuration names and that are not there. They are empty and not yet on the
   * site, so that they can be filled before they are shown. An extension of Quire.
   */
  @Post('spaces')
  @HttpCode(200)
  @Needs('organization', 'create')
  @TakesUpTo(MAX_BYTES)
  @ApiOperation({ operationId: 'prepareSiteConfig' })
  prepare(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() { text }: SiteConfigBody,
  ): Promise<SiteConfigView> {
    return this.dispatcher.run(new PrepareSiteConfig(caller, organizationId, siteId, text));
  }
}
