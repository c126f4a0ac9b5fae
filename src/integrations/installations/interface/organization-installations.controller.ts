import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { toPageRequest } from '#kernel/interface/page.params';
import { ForScripts, NeedsScope } from '#kernel/interface/route-flags';
import { IntegrationView } from '../../integrations/application/integration.view.js';
import {
  GetInstallationStatus,
  ListInstallationsStatus,
  ListIntegrationsOfTarget,
  ListOrganizationInstallations,
} from '../application/installation.queries.js';
import {
  InstallationStatusView,
  InstalledIntegrationView,
  OrganizationInstallationView,
} from '../application/installation.view.js';
import { InstallationStatusParams, IntegrationSearchParams } from './installation.body.js';

@ApiTags('installations')
@ApiBearerAuth()
@Controller('v1')
export class OrganizationInstallationsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The installations on an organization, each with its integration, the oldest first. */
  @Get('orgs/:organizationId/installations')
  @NeedsScope('integration:installations:read')
  @Needs('organization', 'read', 'What is set is shown to administrators.')
  @ApiOperation({ operationId: 'listOrganizationInstallations' })
  @ApiPage(OrganizationInstallationView)
  installations(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: IntegrationSearchParams,
  ): Promise<Page<OrganizationInstallationView>> {
    return this.dispatcher.ask(
      new ListOrganizationInstallations(caller, organizationId, params.search, toPageRequest(params)),
    );
  }

  /** The status of all integrations that are installed on an organization, or enabled on its spaces or sites. */
  @Get('orgs/:organizationId/integrations/installations-status')
  @NeedsScope('integration:installations:read')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'listOrganizationIntegrationsStatus' })
  @ApiPage(InstalledIntegrationView)
  statuses(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: InstallationStatusParams,
  ): Promise<Page<InstalledIntegrationView>> {
    const { target = 'organization' } = params;
    return this.dispatcher.ask(new ListInstallationsStatus(caller, organizationId, target, toPageRequest(params)));
  }

  /** The status of one integration on an organization. */
  @Get('orgs/:organizationId/integrations/:integrationName/installation_status')
  @NeedsScope('integration:installations:read')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'getOrganizationIntegrationStatus' })
  status(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('integrationName') name: string,
  ): Promise<InstallationStatusView> {
    return this.dispatcher.ask(new GetInstallationStatus(caller, organizationId, name));
  }

  /** The integrations that are enabled on a site. */
  @Get('orgs/:organizationId/sites/:siteId/integrations')
  @NeedsScope('integration:installations:read')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'listSiteIntegrations' })
  @ApiPage(IntegrationView)
  ofSite(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('siteId') siteId: string,
    @Query() params: IntegrationSearchParams,
  ): Promise<Page<IntegrationView>> {
    const target = { kind: 'site', id: siteId } as const;
    return this.dispatcher.ask(
      new ListIntegrationsOfTarget(caller, target, params.search, toPageRequest(params), organizationId),
    );
  }

  /** The integrations that are enabled on a space. */
  @Get('spaces/:spaceId/integrations')
  @NeedsScope('integration:installations:read')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listSpaceIntegrations' })
  @ApiPage(IntegrationView)
  ofSpace(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() params: IntegrationSearchParams,
  ): Promise<Page<IntegrationView>> {
    const target = { kind: 'space', id: spaceId } as const;
    return this.dispatcher.ask(new ListIntegrationsOfTarget(caller, target, params.search, toPageRequest(params)));
  }
}
