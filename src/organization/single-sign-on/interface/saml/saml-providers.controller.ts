import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiErrors } from '#kernel/interface/api-errors';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { Needs } from '#kernel/interface/needs';
import { Scoped } from '#kernel/interface/route-flags';
import { CreateSamlProvider } from '../../application/saml/create-saml-provider.js';
import { DeleteSamlProvider } from '../../application/saml/delete-saml-provider.js';
import { GetSamlProvider, ListSamlProviders } from '../../application/saml/saml.queries.js';
import { SamlProviderView } from '../../application/saml/saml-provider.view.js';
import { UpdateSamlProvider } from '../../application/saml/update-saml-provider.js';
import { CreateSamlProviderBody, UpdateSamlProviderBody } from './saml-provider.body.js';

@ApiTags('single sign-on')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId')
@Scoped('organization:read', 'organization:write')
export class SamlProvidersController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The SAML providers of an organization, the oldest first. */
  @Get('saml')
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'listSAMLProvidersInOrganizationById' })
  @ApiPage(SamlProviderView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: PageParams,
  ): Promise<Page<SamlProviderView>> {
    return this.dispatcher.ask(new ListSamlProviders(caller, organizationId, toPageRequest(params)));
  }

  /**
   * Adds a SAML provider. Its `service` tells the provider about this server; people can sign in once `entityID`,
   * `ssoURL` and `certificate` are known.
   */
  @Post('saml')
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'createOrganizationSAMLProvider' })
  async create(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() body: CreateSamlProviderBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SamlProviderView> {
    const id = await this.dispatcher.run(new CreateSamlProvider(caller, organizationId, body));
    const view = await this.dispatcher.ask(new GetSamlProvider(caller, organizationId, id));
    void reply.header('location', view.urls.location);
    return view;
  }

  @Get('saml/:samlProviderId')
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'getOrganizationSAMLProviderById', summary: 'One SAML provider.' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('samlProviderId') samlProviderId: string,
  ): Promise<SamlProviderView> {
    return this.dispatcher.ask(new GetSamlProvider(caller, organizationId, samlProviderId));
  }

  /**
   * Changes a SAML provider. Where it becomes another, loses a certificate or can't be used any more, those who signed in
   * by it are signed out.
   */
  @Patch('saml/:samlProviderId')
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'updateOrganizationSAMLProvider' })
  @ApiErrors(409)
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('samlProviderId') samlProviderId: string,
    @Body() body: UpdateSamlProviderBody,
  ): Promise<SamlProviderView> {
    await this.dispatcher.run(new UpdateSamlProvider(caller, organizationId, samlProviderId, body));
    return this.dispatcher.ask(new GetSamlProvider(caller, organizationId, samlProviderId));
  }

  /**
   * Removes a SAML provider; those who signed in by it are signed out. The last one by which people can sign in stays
   * while the organization asks for single sign-on.
   */
  @Delete('saml/:samlProviderId')
  @HttpCode(204)
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'deleteOrganizationSAMLProvider' })
  @ApiErrors(409)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('samlProviderId') samlProviderId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DeleteSamlProvider(caller, organizationId, samlProviderId));
  }
}
