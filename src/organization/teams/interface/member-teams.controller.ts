import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { toPageRequest } from '#kernel/interface/page.params';
import { Scoped } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import { MemberTeamView } from '../application/team-member.view.js';
import { ListTeamsOfMember } from '../application/team.queries.js';
import { TeamTitleParams } from './team.params.js';

@ApiTags('members')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/members/:userId/teams')
@Scoped('organization:members:read', 'organization:members:write')
export class MemberTeamsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The teams a member is in, the oldest first. Guests can list nobody's but their own. */
  @Get()
  @Needs('organization', 'guest', 'Guests see their own alone.')
  @ApiOperation({ operationId: 'listTeamsForOrganizationMember' })
  @ApiPage(MemberTeamView)
  listTeams(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('userId') userId: string,
    @Query() params: TeamTitleParams,
  ): Promise<Page<MemberTeamView>> {
    const filter = params.title === undefined ? {} : { title: params.title };
    return this.dispatcher.ask(new ListTeamsOfMember(caller, organizationId, userId, filter, toPageRequest(params)));
  }
}
