import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JsonText } from '#kernel/application/json-text';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { toPageRequest } from '#kernel/interface/page.params';
import { Needs } from '#kernel/interface/needs';
import { Scoped } from '#kernel/interface/route-flags';
import { MemberSpaceView } from '../../application/permission/permission.view.js';
import { ListSpacesOfMember } from '../../application/space/space.queries.js';
import { MemberSpacesParams } from './permission.body.js';

@ApiTags('permissions')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/members/:userId/spaces')
@Scoped('space:permissions:read', 'space:permissions:write')
export class MemberSpacesController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The spaces a member reaches, with what they may do there. For administrators, and for the member. */
  @Get()
  @Needs('organization', 'admin', 'Members see their own.')
  @ApiOperation({ operationId: 'listSpacesForOrganizationMember' })
  @ApiPage(MemberSpaceView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('userId') userId: string,
    @Query() params: MemberSpacesParams,
  ): Promise<JsonText> {
    const { order = 'desc' } = params;
    return this.dispatcher.ask(new ListSpacesOfMember(caller, organizationId, userId, order, toPageRequest(params)));
  }
}
