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
import { InstallIntegration, UninstallIntegration, UpdateInstallation } from '../application/installation.commands.js';
import { GetInstallation, ListInstallations } from '../application/installation.queries.js';
import { InstallationView } from '../application/installation.view.js';
import { InstallationParams, InstallIntegrationBody, UpdateInstallationBody } from './installation.body.js';

@ApiTags('installations')
@ApiBearerAuth()
@Controller('v1/integrations/:integrationName/installations')
@Scoped('integration:installations:read', 'integration:installations:write')
export class InstallationsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The installations of an integration on organizations of the caller, the oldest first. */
  @Get()
  @Needs('user', 'Shows those on organizations that the caller is a member of.')
  @ForScripts()
  @ApiOperation({ operationId: 'listIntegrationInstallations' })
  @ApiPage(InstallationView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Query() params: InstallationParams,
  ): Promise<Page<InstallationView>> {
    return this.dispatcher.ask(new ListInstallations(caller, name, params.externalId, toPageRequest(params)));
  }

  /**
   * Installs an integration on an organization. It is `pending` until what it requires is set. Where it is installed
   * already, that installation is answered.
   */
  @Post()
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'installIntegration' })
  async install(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Body() { organization }: InstallIntegrationBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<InstallationView> {
    const id = await this.dispatcher.run(new InstallIntegration(caller, name, organization));
    const view = await this.dispatcher.ask(new GetInstallation(caller, name, id));
    void reply.header('location', view.urls.location);
    return view;
  }

  /** One installation of an integration. */
  @Get(':installationId')
  @Needs('organization', 'read', 'What is set is shown to administrators.')
  @ForScripts()
  @ApiOperation({ operationId: 'getIntegrationInstallationById' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Param('installationId') installationId: string,
  ): Promise<InstallationView> {
    return this.dispatcher.ask(new GetInstallation(caller, name, installationId));
  }

  /** Changes what is set for an installation, what it covers, and whether it is paused. Its script hears of it. */
  @Patch(':installationId')
  @Needs('organization', 'admin')
  @ForScripts()
  @ApiOperation({ operationId: 'updateIntegrationInstallation' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Param('installationId') installationId: string,
    @Body() body: UpdateInstallationBody,
  ): Promise<InstallationView> {
    const { space_selection: spaceSelection, site_selection: siteSelection, ...changes } = body;
    const { configuration, externalIds, status } = changes;
    const wanted = { configuration, externalIds, status, spaceSelection, siteSelection };
    await this.dispatcher.run(new UpdateInstallation(caller, name, installationId, wanted));
    return this.dispatcher.ask(new GetInstallation(caller, name, installationId));
  }

  /** Uninstalls an integration from an organization, and from its spaces and sites. */
  @Delete(':installationId')
  @HttpCode(204)
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'uninstallIntegration' })
  async uninstall(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Param('installationId') installationId: string,
  ): Promise<void> {
    await this.dispatcher.run(new UninstallIntegration(caller, name, installationId));
  }
}
