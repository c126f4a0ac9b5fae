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
import { SpaceInstallationView } from '../application/installation.view.js';
import {
  ExtendedParams,
  InstallationTargetParams,
  InstallOnSpaceBody,
  TargetInstallationParams,
  UpdateTargetInstallationBody,
} from './installation.body.js';

@ApiTags('installations')
@ApiBearerAuth()
@Controller('v1/integrations/:integrationName')
@Scoped('integration:installations:read', 'integration:installations:write')
export class SpaceInstallationsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The spaces that an integration is enabled on, in organizations that the caller administers. */
  @Get('spaces')
  @Needs('user', 'Shows those in organizations that the caller administers.')
  @ForScripts()
  @ApiOperation({ operationId: 'listIntegrationSpaceInstallations' })
  @ApiPage(SpaceInstallationView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Query() params: TargetInstallationParams,
  ): Promise<Page<SpaceInstallationView>> {
    const { externalId, extended = false } = params;
    return this.#list(
      new ListTargetInstallations(caller, name, { kind: 'space', externalId, extended }, toPageRequest(params)),
    );
  }

  /** The spaces that one installation is enabled on. */
  @Get('installations/:installationId/spaces')
  @Needs('organization', 'admin')
  @ForScripts()
  @ApiOperation({ operationId: 'listIntegrationInstallationSpaces' })
  @ApiPage(SpaceInstallationView)
  listOfInstallation(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Param('installationId') installationId: string,
    @Query() params: InstallationTargetParams,
  ): Promise<Page<SpaceInstallationView>> {
    const { extended = false } = params;
    return this.#list(
      new ListTargetInstallations(caller, name, { kind: 'space', installationId, extended }, toPageRequest(params)),
    );
  }

  /** Enables an installation on a space. Where it is enabled already, nothing changes. */
  @Post('installations/:installationId/spaces')
  @Needs('space', 'admin')
  @ApiOperation({ operationId: 'installIntegrationOnSpace' })
  async enable(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Param('installationId') installationId: string,
    @Query() { extended = false }: ExtendedParams,
    @Body() body: InstallOnSpaceBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SpaceInstallationView> {
    const target = targetOf(body.space);
    await this.dispatcher.run(new EnableInstallation(caller, name, installationId, target));
    const view = await this.#get(new GetTargetInstallation(caller, name, installationId, target, extended));
    void reply.header('location', view.urls.location);
    return view;
  }

  /** An installation on one space. */
  @Get('installations/:installationId/spaces/:spaceId')
  @Needs('space', 'admin')
  @ForScripts()
  @ApiOperation({ operationId: 'getIntegrationSpaceInstallation' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Param('installationId') installationId: string,
    @Param('spaceId') spaceId: string,
    @Query() { extended = false }: ExtendedParams,
  ): Promise<SpaceInstallationView> {
    return this.#get(new GetTargetInstallation(caller, name, installationId, targetOf(spaceId), extended));
  }

  /** Changes what is set for an installation on a space. Its script hears of it. */
  @Patch('installations/:installationId/spaces/:spaceId')
  @Needs('space', 'admin')
  @ForScripts()
  @ApiOperation({ operationId: 'updateIntegrationSpaceInstallation' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Param('installationId') installationId: string,
    @Param('spaceId') spaceId: string,
    @Query() { extended = false }: ExtendedParams,
    @Body() { configuration, externalIds, status }: UpdateTargetInstallationBody,
  ): Promise<SpaceInstallationView> {
    const target = targetOf(spaceId);
    const changes = { configuration, externalIds, status };
    await this.dispatcher.run(new UpdateTargetInstallation(caller, name, installationId, target, changes));
    return this.#get(new GetTargetInstallation(caller, name, installationId, target, extended));
  }

  /** Disables an installation on a space. */
  @Delete('installations/:installationId/spaces/:spaceId')
  @HttpCode(204)
  @Needs('space', 'admin')
  @ApiOperation({ operationId: 'uninstallIntegrationFromSpace' })
  async disable(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Param('installationId') installationId: string,
    @Param('spaceId') spaceId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DisableInstallation(caller, name, installationId, targetOf(spaceId)));
  }

  #list(query: ListTargetInstallations): Promise<Page<SpaceInstallationView>> {
    return this.dispatcher.ask(query) as Promise<Page<SpaceInstallationView>>;
  }

  #get(query: GetTargetInstallation): Promise<SpaceInstallationView> {
    return this.dispatcher.ask(query) as Promise<SpaceInstallationView>;
  }
}

const targetOf = (id: string): Target => ({ kind: 'space', id });
