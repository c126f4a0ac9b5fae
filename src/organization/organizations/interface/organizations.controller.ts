import { Body, Controller, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { requireUnconfined, type Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiErrors } from '#kernel/interface/api-errors';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { headersOf } from '#kernel/interface/open-api/headers';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { Scoped } from '#kernel/interface/route-flags';
import { UpdateOrganization } from '../application/organization.commands.js';
import { GetTaggedOrganization } from '../application/organization.queries.js';
import { Needs } from '#kernel/interface/needs';
import { CreateOrganization } from '../../contract/commands.js';
import { OrganizationView } from '../../contract/organization.view.js';
import { ListOrganizations } from '../../contract/queries.js';
import { CreateOrganizationBody, CreateOrganizationParams, UpdateOrganizationBody } from './organization.body.js';

/** Every answer that is one organization tells which version of it. */
const TAGGED = { type: OrganizationView, headers: headersOf('ETag') };

@ApiTags('organizations')
@ApiBearerAuth()
@Controller('v1/orgs')
@Scoped('organization:read', 'organization:write')
export class OrganizationsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The organizations the caller belongs to. */
  @Get()
  @Needs('user', 'Shows those the caller is a member of.')
  @ApiOperation({ operationId: 'listOrganizationsForAuthenticatedUser' })
  @ApiPage(OrganizationView)
  list(@CurrentCaller() caller: Caller, @Query() params: PageParams): Promise<Page<OrganizationView>> {
    return this.dispatcher.ask(new ListOrganizations(caller, toPageRequest(params)));
  }

  /** Creates an organization; the caller becomes its first administrator. */
  @Post()
  @Needs('user')
  @ApiOperation({ operationId: 'createOrganization' })
  async create(
    @CurrentCaller() caller: Caller,
    @Query() _params: CreateOrganizationParams,
    @Body() body: CreateOrganizationBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrganizationView> {
    requireUnconfined(caller);
    const id = await this.dispatcher.run(new CreateOrganization(caller.userId, body.title, body.emailDomains));
    const creator: Caller = { ...caller, roles: new Map([...caller.roles, [id, 'admin']]) };
    const view = await this.#read(creator, id, reply);
    void reply.header('location', view.urls.location);
    return view;
  }

  /** One organization the caller belongs to. */
  @Get(':organizationId')
  @Needs('organization', 'guest')
  @ApiOperation({ operationId: 'getOrganizationById' })
  @ApiOkResponse(TAGGED)
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrganizationView> {
    return this.#read(caller, organizationId, reply);
  }

  /** Changes an organization's settings. Only its administrators may. */
  @Patch(':organizationId')
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'updateOrganizationById' })
  @ApiOkResponse(TAGGED)
  @ApiErrors(409)
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() body: UpdateOrganizationBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrganizationView> {
    await this.dispatcher.run(new UpdateOrganization(caller, organizationId, body));
    return this.#read(caller, organizationId, reply);
  }

  async #read(caller: Caller, organizationId: string, reply: FastifyReply): Promise<OrganizationView> {
    const { view, etag } = await this.dispatcher.ask(new GetTaggedOrganization(caller, organizationId));
    void reply.header('etag', etag);
    return view;
  }
}
