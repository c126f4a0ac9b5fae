import { Controller, Get, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { Scoped } from '#kernel/interface/route-flags';
import { ListSsoLogins } from '../application/sso-login.queries.js';
import { SsoLoginsView } from '../application/sso-login.view.js';

@ApiTags('single sign-on')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/sso')
@Scoped('organization:read', 'organization:write')
export class SsoLoginsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Where members of an organization can sign in by single sign-on. */
  @Get()
  @Needs('organization', 'guest')
  @ApiOperation({ operationId: 'listSSOProviderLoginsInOrganization' })
  async logins(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
  ): Promise<SsoLoginsView> {
    return { items: await this.dispatcher.ask(new ListSsoLogins(caller, organizationId)) };
  }
}
