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
import { ForScripts, Scoped } from '#kernel/interface/route-flags';
import {
  DisableInstallation,
  EnableInstallation,
  UpdateTargetInstallation,
  type Target,
} from '../application/installation.commands.js';
import { GetTargetInstallation, ListTargetInstallations } from '../application/installation.queries.js';
import { SiteInstallationView } from '../application/installation.view.js';
import {
  ExtendedParams,
  InstallationTargetParams,
  InstallOnSiteBody,
  TargetInstallationParams,
  UpdateTargetInstallationBody,
} from './installation.body.js';

@ApiTags('installations')
@ApiBearerAuth()
@Controller('v1/integrations/:integrationName')
@Scoped('integration:installations:read', 'integration:installations:write')
export class SiteInstallationsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The sites that an integration is enabled on, in organizations that the caller administers. */
  @Get('sites')
  @Needs('user', 'Shows those in organizations that the caller administers.')
  @ForScripts()
  @ApiOperation({ operationId: 'listIntegrationSiteInstallations' })
  @ApiPage(SiteInstallationView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Query() params: TargetInstallationParams,
  ): Promise<Page<SiteInstallationView>> {
    const { externalId, extended = false } = params;
    return this.#list(
      new ListTargetInstallations(caller, name, { kind: 'site', externalId, extended }, toPageRequest(params)),
    );
  }

  /** The sites that one installation is enabled on. */
  @Get('installations/:installationId/sites')
  @Needs('organization', 'admin')
  @ForScripts()
  @ApiOperation({ operationId: 'listIntegrationInstallationSites' })
  @ApiPage(SiteInstallationView)
  listOfInstallation(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Param('installationId') installationId: string,
    @Query() params: InstallationTargetParams,
  ): Promise<Page<SiteInstallationView>> {
    const { extended = false } = params;
    return this.#list(
      new ListTargetInstallations(caller, name, { kind: 'site', installationId, extended }, toPageRequest(params)),
    );
  }

  /** Enables an installation on a site. Where it is enabled already, nothing changes. */
  @Post('installations/:installationId/sites')
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'installIntegrationOnSite' })
  async enable(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Param('installationId') installationId: string,
    @Query() { extended = false }: ExtendedParams,
    @Body() body: InstallOnSiteBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SiteInstallationView> {
    const target = targetOf(body.siteId);
    await this.dispatcher.run(new EnableInstallation(caller, name, installationId, target));
    const view = await this.#get(new GetTargetInstallation(caller, name, installationId, target, extended));
    void reply.header('location', view.urls.location);
    return view;
  }

  /** An installation on one site. */
  @Get('installations/:installationId/sites/:siteId')
  @Needs('organization', 'admin')
  @ForScripts()
  @ApiOperation({ operationId: 'getIntegrationSiteInstallation' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Param('installationId') installationId: string,
    @Param('siteId') siteId: string,
    @Query() { extended = false }: ExtendedParams,
  ): Promise<SiteInstallationView> {
    return this.#get(new GetTargetInstallation(caller, name, installationId, targetOf(siteId), extended));
  }

  /** Changes what is set for an installation on a site. Its script hears of it. */
  @Patch('installations/:installationId/sites/:siteId')
  @Needs('organization', 'admin')
  @ForScripts()
  @ApiOperation({ operationId: 'updateIntegrationSiteInstallation' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Param('installationId') installationId: string,
    @Param('siteId') siteId: string,
    @Query() { extended = false }: ExtendedParams,
    @Body() { configuration, externalIds, status }: UpdateTargetInstallationBody,
  ): Promise<SiteInstallationView> {
    const target = targetOf(siteId);
    const changes = { configuration, externalIds, status };
    await this.dispatcher.run(new UpdateTargetInstallation(caller, name, installationId, target, changes));
    return this.#get(new GetTargetInstallation(caller, name, installationId, target, extended));
  }

  /** Disables an installation on a site. */
  @Delete('installations/:installationId/sites/:siteId')
  @HttpCode(204)
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'uninstallIntegrationFromSite' })
  async disable(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Param('installationId') installationId: string,
    @Param('siteId') siteId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DisableInstallation(caller, name, installationId, targetOf(siteId)));
  }

  #list(query: ListTargetInstallations): Promise<Page<SiteInstallationView>> {
    return this.dispatcher.ask(query) as Promise<Page<SiteInstallationView>>;
  }

  #get(query: GetTargetInstallation): Promise<SiteInstallationView> {
    return this.dispatcher.ask(query) as Promise<SiteInstallationView>;
  }
}

const targetOf = (id: string): Target => ({ kind: 'site', id });
