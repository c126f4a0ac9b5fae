import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { toPageRequest } from '#kernel/interface/page.params';
import { ActsOnRecord, ForScripts, NeedsScope, TakesUpTo } from '#kernel/interface/route-flags';
import { PublishIntegration, SetDevelopmentMode, UnpublishIntegration } from '../application/integration.commands.js';
import { GetIntegration, ListInstallableIntegrations, ListIntegrations } from '../application/integration.queries.js';
import { IntegrationView } from '../application/integration.view.js';
import { sentIntegration } from '../application/sent-integration.js';
import { IntegrationDevelopmentModeBody, PublishIntegrationBody } from './integration.body.js';
import { IntegrationParams } from './integration.params.js';

/** A script, an icon and three pictures in base64, with what JSON escapes. */
const MAX_BODY_BYTES = 10_000_000;

@ApiTags('integrations')
@ApiBearerAuth()
@Controller('v1')
export class IntegrationsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The integrations that are public, and all of the organizations to which the caller belongs, the oldest first. */
  @Get('integrations')
  @NeedsScope('integration:read')
  @Needs('user', 'Shows public ones, and those of organizations that the caller belongs to.')
  @ApiOperation({ operationId: 'listIntegrations' })
  @ApiPage(IntegrationView)
  list(@CurrentCaller() caller: Caller, @Query() params: IntegrationParams): Promise<Page<IntegrationView>> {
    return this.dispatcher.ask(new ListIntegrations(caller, params, toPageRequest(params)));
  }

  /** The integrations that an organization may install: public ones, its own, and those that it has installed. */
  @Get('orgs/:organizationId/integrations')
  @NeedsScope('integration:read')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'listOrganizationIntegrations' })
  @ApiPage(IntegrationView)
  listInstallable(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: IntegrationParams,
  ): Promise<Page<IntegrationView>> {
    return this.dispatcher.ask(new ListInstallableIntegrations(caller, organizationId, params, toPageRequest(params)));
  }

  /** One integration. A private one is there for the organization that owns it, and where it is installed. */
  @Get('integrations/:integrationName')
  @NeedsScope('integration:read')
  @Needs('user', 'A private one is shown to those who belong to its organization, or one that has it installed.')
  @ForScripts()
  @ApiOperation({ operationId: 'getIntegrationByName' })
  get(@CurrentCaller() caller: Caller, @Param('integrationName') name: string): Promise<IntegrationView> {
    return this.dispatcher.ask(new GetIntegration(caller, name));
  }

  /**
   * Publishes an integration under a name, which belongs to its organization from then on, or a new version of it. The
   * new version runs for all who have it installed. What is the same as before makes no new version.
   */
  @Post('integrations/:integrationName')
  @HttpCode(200)
  @NeedsScope('integration:publish')
  @ActsOnRecord('same')
  @TakesUpTo(MAX_BODY_BYTES, { always: true })
  @Needs('organization', 'admin', 'In the organization that publishes.')
  @ApiOperation({ operationId: 'publishIntegration' })
  async publish(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Body() body: PublishIntegrationBody,
  ): Promise<IntegrationView> {
    await this.dispatcher.run(new PublishIntegration(caller, name, sentIntegration(body)));
    return this.dispatcher.ask(new GetIntegration(caller, name));
  }

  /**
   * Un-publishes an integration. Its script no longer runs and its installations are not there any more; each is told so
   * by a last event. Nothing is lost: when the organization publishes it again, its installations are as they were.
   */
  @Delete('integrations/:integrationName')
  @HttpCode(204)
  @NeedsScope('integration:delete')
  @Needs('organization', 'admin', 'In the organization that publishes.')
  @ApiOperation({ operationId: 'unpublishIntegration' })
  async unpublish(@CurrentCaller() caller: Caller, @Param('integrationName') name: string): Promise<void> {
    await this.dispatcher.run(new UnpublishIntegration(caller, name));
  }

  /** Sends the events of an integration to a tunnel instead of its script, until this is turned off. */
  @Put('integrations/:integrationName/dev')
  @HttpCode(204)
  @NeedsScope('integration:publish')
  @Needs('organization', 'admin', 'In the organization that publishes.')
  @ApiOperation({ operationId: 'setIntegrationDevelopmentMode' })
  async develop(
    @CurrentCaller() caller: Caller,
    @Param('integrationName') name: string,
    @Body() { tunnelUrl, all = false }: IntegrationDevelopmentModeBody,
  ): Promise<void> {
    await this.dispatcher.run(new SetDevelopmentMode(caller, name, { tunnelUrl, all }));
  }

  /** Lets the script of an integration take its events again. */
  @Delete('integrations/:integrationName/dev')
  @HttpCode(204)
  @NeedsScope('integration:publish')
  @Needs('organization', 'admin', 'In the organization that publishes.')
  @ApiOperation({ operationId: 'disableIntegrationDevelopmentMode' })
  async endDevelopment(@CurrentCaller() caller: Caller, @Param('integrationName') name: string): Promise<void> {
    await this.dispatcher.run(new SetDevelopmentMode(caller, name));
  }
}
