import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { ForScripts, Scoped } from '#kernel/interface/route-flags';
import { UpdateSiteAdaptiveSchema } from '../../application/adaptive/adaptive-schema.commands.js';
import {
  GetSiteAdaptiveSchema,
  ListSiteTemplateConditions,
} from '../../application/adaptive/adaptive-schema.queries.js';
import { SiteAdaptiveSchemaView, TemplateConditionsView } from '../../application/adaptive/adaptive-schema.view.js';
import { UpdateSiteAdaptiveSchemaBody } from './adaptive-schema.body.js';

@ApiTags('adaptive content')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sites/:siteId/adaptive-schema')
@Scoped('site:read', 'site:write')
export class AdaptiveSchemaController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** What a site expects to know of its visitors. */
  @Get()
  @ForScripts('site:adaptive:read', 'site:adaptive:write')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'getSiteAdaptiveSchema' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
  ): Promise<SiteAdaptiveSchemaView> {
    return this.dispatcher.ask(new GetSiteAdaptiveSchema(caller, organizationId, siteId));
  }

  /** Sets what a site expects to know of its visitors. */
  @Put()
  @ForScripts('site:adaptive:write')
  @Needs('organization', 'create', 'And the role create on every space of the site, where that shows it to others.')
  @ApiOperation({ operationId: 'updateSiteAdaptiveSchema' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Body() { jsonSchema }: UpdateSiteAdaptiveSchemaBody,
  ): Promise<SiteAdaptiveSchemaView> {
    await this.dispatcher.run(new UpdateSiteAdaptiveSchema(caller, organizationId, siteId, jsonSchema));
    return this.dispatcher.ask(new GetSiteAdaptiveSchema(caller, organizationId, siteId));
  }

  /** Conditions that suggest themselves from what a site expects to know of its visitors. */
  @Get('template-conditions')
  @ForScripts('site:adaptive:read', 'site:adaptive:write')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'listSiteAdaptiveTemplateConditions' })
  conditions(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
  ): Promise<TemplateConditionsView> {
    return this.dispatcher.ask(new ListSiteTemplateConditions(caller, organizationId, siteId));
  }
}
