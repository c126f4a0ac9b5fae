import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { Needs } from '#kernel/interface/needs';
import { Scoped, TakesUpTo } from '#kernel/interface/route-flags';
import { ChangeGrant, RemoveGrant, type RecordKey } from '../../application/permission/permission.commands.js';
import { ListEffectiveRoles, ListTeamGrants, ListUserGrants } from '../../application/permission/permission.queries.js';
import { TeamPermissionView, UserPermissionView } from '../../application/permission/permission.view.js';
import { toGrant } from './grant-requests.js';
import { InviteBody, ReachParams, UpdatePermissionBody } from './permission.body.js';

const on = (id: string): RecordKey => ({ kind: 'space', id });

@ApiTags('permissions')
@ApiBearerAuth()
@Controller('v1/spaces/:spaceId/permissions')
@Scoped('space:permissions:read', 'space:permissions:write')
export class SpacePermissionsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Grants a role on a space to users or teams of its organization. */
  @Post()
  @HttpCode(204)
  @Needs('space', 'admin')
  @TakesUpTo(250_000)
  @ApiOperation({ operationId: 'inviteToSpace' })
  async invite(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Body() body: InviteBody,
  ): Promise<void> {
    await this.dispatcher.run(toGrant(caller, on(spaceId), body));
  }

  /** Everybody who reaches a space, with the role that comes of all that lets them in. */
  @Get('aggregate')
  @Needs('space', 'admin')
  @ApiOperation({ operationId: 'listPermissionsAggregateInSpace' })
  @ApiPage(UserPermissionView)
  aggregate(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() params: ReachParams,
  ): Promise<Page<UserPermissionView>> {
    return this.dispatcher.ask(new ListEffectiveRoles(caller, on(spaceId), params.role, toPageRequest(params)));
  }

  /** The users to whom something is granted on a space itself. */
  @Get('users')
  @Needs('space', 'admin')
  @ApiOperation({ operationId: 'listUserPermissionsInSpace' })
  @ApiPage(UserPermissionView)
  users(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() params: PageParams,
  ): Promise<Page<UserPermissionView>> {
    return this.dispatcher.ask(new ListUserGrants(caller, on(spaceId), toPageRequest(params)));
  }

  /** Changes what is granted to a user on a space. */
  @Patch('users/:userId')
  @HttpCode(204)
  @Needs('space', 'admin')
  @ApiOperation({ operationId: 'updateUserPermissionInSpace' })
  async updateUser(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('userId') userId: string,
    @Body() { role }: UpdatePermissionBody,
  ): Promise<void> {
    await this.dispatcher.run(new ChangeGrant(caller, on(spaceId), 'user', userId, role));
  }

  /** Takes away what is granted to a user on a space. */
  @Delete('users/:userId')
  @HttpCode(204)
  @Needs('space', 'admin')
  @ApiOperation({ operationId: 'removeUserFromSpace' })
  async removeUser(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('userId') userId: string,
  ): Promise<void> {
    await this.dispatcher.run(new RemoveGrant(caller, on(spaceId), 'user', userId));
  }

  /** The teams to which something is granted on a space itself. */
  @Get('teams')
  @Needs('space', 'admin')
  @ApiOperation({ operationId: 'listTeamPermissionsInSpace' })
  @ApiPage(TeamPermissionView)
  teams(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() params: PageParams,
  ): Promise<Page<TeamPermissionView>> {
    return this.dispatcher.ask(new ListTeamGrants(caller, on(spaceId), toPageRequest(params)));
  }

  /** Changes what is granted to a team on a space. */
  @Patch('teams/:teamId')
  @HttpCode(204)
  @Needs('space', 'admin')
  @ApiOperation({ operationId: 'updateTeamPermissionInSpace' })
  async updateTeam(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('teamId') teamId: string,
    @Body() { role }: UpdatePermissionBody,
  ): Promise<void> {
    await this.dispatcher.run(new ChangeGrant(caller, on(spaceId), 'team', teamId, role));
  }

  /** Takes away what is granted to a team on a space. */
  @Delete('teams/:teamId')
  @HttpCode(204)
  @Needs('space', 'admin')
  @ApiOperation({ operationId: 'removeTeamFromSpace' })
  async removeTeam(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Param('teamId') teamId: string,
  ): Promise<void> {
    await this.dispatcher.run(new RemoveGrant(caller, on(spaceId), 'team', teamId));
  }
}
