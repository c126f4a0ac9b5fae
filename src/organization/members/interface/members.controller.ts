import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { toPageRequest } from '#kernel/interface/page.params';
import { ActsOnRecord, Scoped } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import { ChangeMemberRole, RecordMemberSeen, RemoveMember, SetSsoMember } from '../application/member.commands.js';
import { GetMember, ListMembers, type MemberFilter } from '../application/member.queries.js';
import { MemberView } from '../../contract/member.view.js';
import { PingView, UpdateMemberBody } from './member.body.js';
import { MemberListParams } from './member.params.js';

@ApiTags('members')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId')
@Scoped('organization:members:read', 'organization:members:write')
export class MembersController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The members of an organization, guests included. Guests can't list them. */
  @Get('members')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'listMembersInOrganizationById' })
  @ApiPage(MemberView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: MemberListParams,
  ): Promise<Page<MemberView>> {
    const { role, search, sort = 'joinedAt', order = 'desc' } = params;
    const filter: MemberFilter = { sort, order };
    if (role !== undefined) filter.role = role;
    if (search !== undefined) filter.search = search;
    return this.dispatcher.ask(new ListMembers(caller, organizationId, filter, toPageRequest(params)));
  }

  /** One member. Guests can read nobody but themselves. */
  @Get('members/:userId')
  @Needs('organization', 'guest', 'Guests see themselves alone.')
  @ApiOperation({ operationId: 'getMemberInOrganizationById' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('userId') userId: string,
  ): Promise<MemberView> {
    return this.dispatcher.ask(new GetMember(caller, organizationId, userId));
  }

  /** Changes the role of a member. The last administrator keeps theirs. */
  @Patch('members/:userId')
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'updateMemberInOrganizationById' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('userId') userId: string,
    @Body() body: UpdateMemberBody,
  ): Promise<MemberView> {
    await this.dispatcher.run(new ChangeMemberRole(caller, organizationId, userId, body.role));
    return this.dispatcher.ask(new GetMember(caller, organizationId, userId));
  }

  /** Removes a member, also from every team. Members may remove themselves; the last administrator stays. */
  @Delete('members/:userId')
  @HttpCode(204)
  @Needs('organization', 'admin', 'Members may remove themselves.')
  @ApiOperation({ operationId: 'removeMemberFromOrganizationById' })
  async remove(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('userId') userId: string,
  ): Promise<void> {
    await this.dispatcher.run(new RemoveMember(caller, organizationId, userId));
  }

  /** Says that a member signs in by SSO. */
  @Post('members/:userId/sso')
  @ActsOnRecord()
  @HttpCode(200)
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'setUserAsSSOMemberForOrganization' })
  async setSso(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('userId') userId: string,
  ): Promise<MemberView> {
    await this.dispatcher.run(new SetSsoMember(caller, organizationId, userId));
    return this.dispatcher.ask(new GetMember(caller, organizationId, userId));
  }
}

@ApiTags('members')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId')
@Scoped('organization:members:read', 'organization:members:write')
export class PingController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** Says that the caller is active in an organization. Their `lastSeenAt` shows it, correct to a minute. */
  @Post('ping')
  @HttpCode(200)
  @Needs('organization', 'guest')
  @ApiOperation({ operationId: 'updateOrganizationMemberLastSeenAt' })
  async ping(@CurrentCaller() caller: Caller, @Param('organizationId') organizationId: string): Promise<PingView> {
    await this.dispatcher.run(new RecordMemberSeen(caller, organizationId));
    return {};
  }
}
