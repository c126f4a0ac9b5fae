import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { Scoped } from '#kernel/interface/route-flags';
import { CreateScimToken, DeleteScimToken } from '../../application/token/scim-token.commands.js';
import { GetScimToken, ListScimTokens } from '../../application/token/scim-token.queries.js';
import { NewScimTokenView, ScimTokenView } from '../../application/token/scim-token.view.js';
import { CreateScimTokenBody } from './scim-token.body.js';

@ApiTags('single sign-on')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/scim-tokens')
@Scoped('organization:read', 'organization:write')
export class ScimTokensController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The tokens with which identity providers provision the organization, the newest first. */
  @Get()
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'listOrganizationScimTokens' })
  @ApiPage(ScimTokenView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: PageParams,
  ): Promise<Page<ScimTokenView>> {
    return this.dispatcher.ask(new ListScimTokens(caller, organizationId, toPageRequest(params)));
  }

  /**
   * Makes a token with which an identity provider provisions members and teams. It does so by SCIM 2.0 at `urls.scim`. The
   * secret is in this answer and nowhere else. An organization takes at most ten.
   */
  @Post()
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'createOrganizationScimToken' })
  async create(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() { label, expiresAt }: CreateScimTokenBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NewScimTokenView> {
    const ends = expiresAt === undefined ? undefined : new Date(expiresAt);
    const { id, secret } = await this.dispatcher.run(new CreateScimToken(caller, organizationId, label, ends));
    const view = await this.dispatcher.ask(new GetScimToken(caller, organizationId, id));
    void reply.header('location', view.urls.location);
    return { ...view, token: secret };
  }

  /** Deletes a token: requests that carry it are refused from now on. What was provisioned stays. */
  @Delete(':scimTokenId')
  @HttpCode(204)
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'deleteOrganizationScimToken' })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('scimTokenId') scimTokenId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DeleteScimToken(caller, organizationId, scimTokenId));
  }
}
