import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ApiErrors } from '#kernel/interface/api-errors';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { Scoped } from '#kernel/interface/route-flags';
import { OrganizationAuthenticationView } from '../../application/second-factor/organization-authentication.view.js';
import { GetOrganizationAuthentication } from '../../application/second-factor/second-factor.queries.js';
import { UpdateOrganizationAuthentication } from '../../application/second-factor/update-organization-authentication.js';
import { UpdateOrganizationAuthenticationBody } from './organization-authentication.body.js';

/** How the members of an organization must sign in. */
@ApiTags('organizations')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/authentication')
@Scoped('organization:read', 'organization:write')
export class OrganizationAuthenticationController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** How the members of an organization must sign in. */
  @Get()
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'getOrganizationAuthentication' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
  ): Promise<OrganizationAuthenticationView> {
    return this.dispatcher.ask(new GetOrganizationAuthentication(caller, organizationId));
  }

  /**
   * Changes how the members of an organization must sign in. Only its administrators may, and only one who has signed in
   * with a second factor demands it, or they would lose access themselves. It is in effect from the next request: sessions
   * without a second factor have no access, and neither have tokens that are made in them. Tokens made before keep theirs.
   */
  @Patch()
  @Needs('organization', 'admin', 'Demanding a second factor takes a session that has one.')
  @ApiOperation({ operationId: 'updateOrganizationAuthentication' })
  @ApiErrors(409)
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() body: UpdateOrganizationAuthenticationBody,
  ): Promise<OrganizationAuthenticationView> {
    await this.dispatcher.run(new UpdateOrganizationAuthentication(caller, organizationId, body));
    return this.dispatcher.ask(new GetOrganizationAuthentication(caller, organizationId));
  }
}
