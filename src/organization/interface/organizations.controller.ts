import { Body, Controller, Get, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { requireUnconfined, type Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiErrors } from '#kernel/interface/api-errors';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { CreateOrganization } from '../contract/commands.js';
import { OrganizationView } from '../contract/organization.view.js';
import { GetOrganization, ListOrganizations } from '../contract/queries.js';
import { CreateOrganizationBody } from './organization.body.js';

@ApiTags('organizations')
@ApiBearerAuth()
@Controller('v1/orgs')
export class OrganizationsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The organizations the caller belongs to. */
  @Get()
  @ApiOperation({ operationId: 'listOrganizationsForAuthenticatedUser' })
  @ApiPage(OrganizationView)
  list(@CurrentCaller() caller: Caller, @Query() params: PageParams): Promise<Page<OrganizationView>> {
    return this.dispatcher.ask(new ListOrganizations(caller, toPageRequest(params)));
  }

  /** Creates an organization; the caller becomes its first administrator. */
  @Post()
  @ApiOperation({ operationId: 'createOrganization' })
  @ApiErrors(403)
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateOrganizationBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrganizationView> {
    requireUnconfined(caller);
    const id = await this.dispatcher.run(new CreateOrganization(caller.userId, body.title, body.emailDomains));
    const creator: Caller = { ...caller, roles: new Map([...caller.roles, [id, 'admin']]) };
    const view = await this.dispatcher.ask(new GetOrganization(creator, id));
    void reply.header('location', view.urls.location);
    return view;
  }

  /** One organization the caller belongs to. */
  @Get(':organizationId')
  @ApiOperation({ operationId: 'getOrganizationById' })
  get(@CurrentCaller() caller: Caller, @Param('organizationId') organizationId: string): Promise<OrganizationView> {
    return this.dispatcher.ask(new GetOrganization(caller, organizationId));
  }
}
