import { Body, Controller, Delete, Get, HttpCode, Param, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { Scoped, TakesUpTo } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import { TeamMemberView } from '../application/team-member.view.js';
import { ChangeTeamMembers, PutTeamMember, RemoveTeamMember } from '../application/team.commands.js';
import { ListTeamMembers } from '../application/team.queries.js';
import { toTeamChanges } from './team-requests.js';
import { PutTeamMemberBody, UpdateTeamMembersBody } from './team.body.js';

@ApiTags('team members')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/teams/:teamId/members')
@Scoped('organization:members:read', 'organization:members:write')
export class TeamMembersController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Who is in a team, and what they are in it. Guests can list those of the teams they are in. */
  @Get()
  @Needs('organization', 'guest', 'Guests see the teams they are in.')
  @ApiOperation({ operationId: 'listTeamMembersInOrganizationById' })
  @ApiPage(TeamMemberView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('teamId') teamId: string,
    @Query() params: PageParams,
  ): Promise<Page<TeamMemberView>> {
    return this.dispatcher.ask(new ListTeamMembers(caller, organizationId, teamId, toPageRequest(params)));
  }

  /**
   * Says who is in a team and who is not, all of it or nothing. Who is named to be removed is removed, whatever else is
   * said of them. Owners of the team and administrators may.
   */
  @Put()
  @HttpCode(204)
  @Needs('organization', 'admin', 'Owners of the team may, too.')
  @TakesUpTo(1_000_000)
  @ApiOperation({ operationId: 'updateMembersInOrganizationTeam' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('teamId') teamId: string,
    @Body() body: UpdateTeamMembersBody,
  ): Promise<void> {
    await this.dispatcher.run(new ChangeTeamMembers(caller, organizationId, teamId, toTeamChanges(body)));
  }

  /** Puts a member of the organization into a team, or changes what they are in it. */
  @Put(':userId')
  @HttpCode(204)
  @Needs('organization', 'admin', 'Owners of the team may, too.')
  @ApiOperation({ operationId: 'addMemberToOrganizationTeamById' })
  async put(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('teamId') teamId: string,
    @Param('userId') userId: string,
    @Body() body: PutTeamMemberBody,
  ): Promise<void> {
    await this.dispatcher.run(new PutTeamMember(caller, organizationId, teamId, userId, body.role));
  }

  /** Takes somebody out of a team. Owners of the team and administrators may. */
  @Delete(':userId')
  @HttpCode(204)
  @Needs('organization', 'admin', 'Owners of the team may, too.')
  @ApiOperation({ operationId: 'deleteMemberFromOrganizationTeamById' })
  async remove(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('teamId') teamId: string,
    @Param('userId') userId: string,
  ): Promise<void> {
    await this.dispatcher.run(new RemoveTeamMember(caller, organizationId, teamId, userId));
  }
}
