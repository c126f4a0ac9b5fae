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

const on = (id: string): RecordKey => ({ kind: 'collection', id });

@ApiTags('permissions')
@ApiBearerAuth()
@Controller('v1/collections/:collectionId/permissions')
@Scoped('space:permissions:read', 'space:permissions:write')
export class CollectionPermissionsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Grants a role on a collection to users or teams of its organization. */
  @Post()
  @HttpCode(204)
  @Needs('collection', 'admin')
  @TakesUpTo(250_000)
  @ApiOperation({ operationId: 'inviteToCollection' })
  async invite(
    @CurrentCaller() caller: Caller,
    @Param('collectionId') collectionId: string,
    @Body() body: InviteBody,
  ): Promise<void> {
    await this.dispatcher.run(toGrant(caller, on(collectionId), body));
  }

  /** Everybody who reaches a collection, with the role that comes of all that lets them in. */
  @Get('aggregate')
  @Needs('collection', 'admin')
  @ApiOperation({ operationId: 'listPermissionsAggregateInCollection' })
  @ApiPage(UserPermissionView)
  aggregate(
    @CurrentCaller() caller: Caller,
    @Param('collectionId') collectionId: string,
    @Query() params: ReachParams,
  ): Promise<Page<UserPermissionView>> {
    return this.dispatcher.ask(new ListEffectiveRoles(caller, on(collectionId), params.role, toPageRequest(params)));
  }

  /** The users to whom something is granted on a collection itself. */
  @Get('users')
  @Needs('collection', 'admin')
  @ApiOperation({ operationId: 'listUserPermissionsInCollection' })
  @ApiPage(UserPermissionView)
  users(
    @CurrentCaller() caller: Caller,
    @Param('collectionId') collectionId: string,
    @Query() params: PageParams,
  ): Promise<Page<UserPermissionView>> {
    return this.dispatcher.ask(new ListUserGrants(caller, on(collectionId), toPageRequest(params)));
  }

  /** Changes what is granted to a user on a collection. */
  @Patch('users/:userId')
  @HttpCode(204)
  @Needs('collection', 'admin')
  @ApiOperation({ operationId: 'updateUserPermissionInCollection' })
  async updateUser(
    @CurrentCaller() caller: Caller,
    @Param('collectionId') collectionId: string,
    @Param('userId') userId: string,
    @Body() { role }: UpdatePermissionBody,
  ): Promise<void> {
    await this.dispatcher.run(new ChangeGrant(caller, on(collectionId), 'user', userId, role));
  }

  /** Takes away what is granted to a user on a collection. */
  @Delete('users/:userId')
  @HttpCode(204)
  @Needs('collection', 'admin')
  @ApiOperation({ operationId: 'removeUserFromCollection' })
  async removeUser(
    @CurrentCaller() caller: Caller,
    @Param('collectionId') collectionId: string,
    @Param('userId') userId: string,
  ): Promise<void> {
    await this.dispatcher.run(new RemoveGrant(caller, on(collectionId), 'user', userId));
  }

  /** The teams to which something is granted on a collection itself. */
  @Get('teams')
  @Needs('collection', 'admin')
  @ApiOperation({ operationId: 'listTeamPermissionsInCollection' })
  @ApiPage(TeamPermissionView)
  teams(
    @CurrentCaller() caller: Caller,
    @Param('collectionId') collectionId: string,
    @Query() params: PageParams,
  ): Promise<Page<TeamPermissionView>> {
    return this.dispatcher.ask(new ListTeamGrants(caller, on(collectionId), toPageRequest(params)));
  }

  /** Changes what is granted to a team on a collection. */
  @Patch('teams/:teamId')
  @HttpCode(204)
  @Needs('collection', 'admin')
  @ApiOperation({ operationId: 'updateTeamPermissionInCollection' })
  async updateTeam(
    @CurrentCaller() caller: Caller,
    @Param('collectionId') collectionId: string,
    @Param('teamId') teamId: string,
    @Body() { role }: UpdatePermissionBody,
  ): Promise<void> {
    await this.dispatcher.run(new ChangeGrant(caller, on(collectionId), 'team', teamId, role));
  }

  /** Takes away what is granted to a team on a collection. */
  @Delete('teams/:teamId')
  @HttpCode(204)
  @Needs('collection', 'admin')
  @ApiOperation({ operationId: 'removeTeamFromCollection' })
  async removeTeam(
    @CurrentCaller() caller: Caller,
    @Param('collectionId') collectionId: string,
    @Param('teamId') teamId: string,
  ): Promise<void> {
    await this.dispatcher.run(new RemoveGrant(caller, on(collectionId), 'team', teamId));
  }
}
