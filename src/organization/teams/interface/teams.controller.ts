import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Put, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { toPageRequest } from '#kernel/interface/page.params';
import { Scoped, TakesUpTo } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import { CreateTeam, DeleteTeam, RenameTeam } from '../application/team.commands.js';
import { GetTeam, ListTeams, type TeamFilter } from '../application/team.queries.js';
import { TeamView } from '../../contract/team.view.js';
import { CreateTeamBody, UpdateTeamBody } from './team.body.js';
import { TeamListParams } from './team.params.js';

@ApiTags('teams')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/teams')
@Scoped('organization:members:read', 'organization:members:write')
export class TeamsController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly address: ApiAddress,
  ) {}

  /** The teams of an organization, the oldest first. Guests can't list them. */
  @Get()
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'listTeamsInOrganizationById' })
  @ApiPage(TeamView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: TeamListParams,
  ): Promise<Page<TeamView>> {
    const filter: TeamFilter = {};
    if (params.title !== undefined) filter.title = params.title;
    if (params.owner !== undefined) filter.owner = params.owner;
    return this.dispatcher.ask(new ListTeams(caller, organizationId, filter, toPageRequest(params)));
  }

  /** Creates a team, whose id the server makes. */
  @Put()
  @HttpCode(201)
  @Needs('organization', 'admin')
  @TakesUpTo(400_000)
  @ApiOperation({ operationId: 'createOrganizationTeam' })
  @ApiCreatedResponse({ type: TeamView })
  async create(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() body: CreateTeamBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TeamView> {
    const id = await this.dispatcher.run(new CreateTeam(caller, organizationId, body.title, body.members));
    void reply.header('location', `${this.address.url}/v1/orgs/${organizationId}/teams/${id}`);
    return this.dispatcher.ask(new GetTeam(caller, organizationId, id));
  }

  /** One team. Guests can read those they are in. */
  @Get(':teamId')
  @Needs('organization', 'guest', 'Guests see the teams they are in.')
  @ApiOperation({ operationId: 'getTeamInOrganizationById' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('teamId') teamId: string,
  ): Promise<TeamView> {
    return this.dispatcher.ask(new GetTeam(caller, organizationId, teamId));
  }

  /** Changes the title of a team. Owners of the team and administrators may. */
  @Patch(':teamId')
  @Needs('organization', 'admin', 'Owners of the team may, too.')
  @ApiOperation({ operationId: 'updateTeamInOrganizationById' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('teamId') teamId: string,
    @Body() body: UpdateTeamBody,
  ): Promise<TeamView> {
    await this.dispatcher.run(new RenameTeam(caller, organizationId, teamId, body.title));
    return this.dispatcher.ask(new GetTeam(caller, organizationId, teamId));
  }

  /** Deletes a team; what was granted to it ends. */
  @Delete(':teamId')
  @HttpCode(204)
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'removeTeamFromOrganizationById' })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('teamId') teamId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DeleteTeam(caller, organizationId, teamId));
  }
}
