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
import { CreateOidcProvider } from '../../application/oidc/create-oidc-provider.js';
import { DeleteOidcProvider } from '../../application/oidc/delete-oidc-provider.js';
import { OidcProviderView } from '../../application/oidc/oidc-provider.view.js';
import { GetOidcProvider, ListOidcProviders } from '../../application/oidc/oidc.queries.js';
import { UpdateOidcProvider } from '../../application/oidc/update-oidc-provider.js';
import { CreateOidcProviderBody, UpdateOidcProviderBody } from './oidc-provider.body.js';

@ApiTags('single sign-on')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/oidc')
@Scoped('organization:read', 'organization:write')
export class OidcProvidersController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The providers of OpenID Connect of an organization, the oldest first. */
  @Get()
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'listOIDCProvidersInOrganizationById' })
  @ApiPage(OidcProviderView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: PageParams,
  ): Promise<Page<OidcProviderView>> {
    return this.dispatcher.ask(new ListOidcProviders(caller, organizationId, toPageRequest(params)));
  }

  /**
   * Adds a provider of OpenID Connect. Its `service` tells the provider about this server; people can sign in once `issuer`
   * and `clientID` are known, if their addresses are of a domain that the organization has proved.
   */
  @Post()
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'createOrganizationOIDCProvider' })
  async create(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() { clientSecret, ...fields }: CreateOidcProviderBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OidcProviderView> {
    const id = await this.dispatcher.run(new CreateOidcProvider(caller, organizationId, fields, clientSecret));
    const view = await this.dispatcher.ask(new GetOidcProvider(caller, organizationId, id));
    void reply.header('location', view.urls.location);
    return view;
  }

  @Get(':oidcProviderId')
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'getOrganizationOIDCProviderById', summary: 'One provider of OpenID Connect.' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('oidcProviderId') oidcProviderId: string,
  ): Promise<OidcProviderView> {
    return this.dispatcher.ask(new GetOidcProvider(caller, organizationId, oidcProviderId));
  }

  /**
   * Changes a provider of OpenID Connect. Where it gets another issuer or client id, or can't be used any more, those who
   * signed in by it are signed out.
   */
  @Patch(':oidcProviderId')
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'updateOrganizationOIDCProvider' })
  @ApiErrors(409)
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('oidcProviderId') oidcProviderId: string,
    @Body() { clientSecret, ...fields }: UpdateOidcProviderBody,
  ): Promise<OidcProviderView> {
    await this.dispatcher.run(new UpdateOidcProvider(caller, organizationId, oidcProviderId, fields, clientSecret));
    return this.dispatcher.ask(new GetOidcProvider(caller, organizationId, oidcProviderId));
  }

  /**
   * Removes a provider of OpenID Connect; those who signed in by it are signed out. The last one by which people can sign in
   * stays while the organization asks for single sign-on.
   */
  @Delete(':oidcProviderId')
  @HttpCode(204)
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'deleteOrganizationOIDCProvider' })
  @ApiErrors(409)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('oidcProviderId') oidcProviderId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DeleteOidcProvider(caller, organizationId, oidcProviderId));
  }
}
