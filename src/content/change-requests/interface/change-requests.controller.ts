import { Body, Controller, Get, Param, Patch, Post, Query, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { headersOf } from '#kernel/interface/open-api/headers';
import { toPageRequest } from '#kernel/interface/page.params';
import { Needs } from '#kernel/interface/needs';
import { ForScripts, ForVisitors, Scoped, TakesUpTo } from '#kernel/interface/route-flags';
import {
  CreateChangeRequest,
  UpdateChangeRequestRecord,
  type ChangeRequestKey,
} from '../application/change-request.commands.js';
import { GetChangeRequest, ListChangeRequests } from '../application/change-request.queries.js';
import { ChangeRequestView } from '../../revisions/application/change-request.view.js';
import { toTemplateReference } from '../../spaces/interface/template/template.body.js';
import { ChangeRequestByNumber } from '../../revisions/interface/change-request-by-number.js';
import { ChangeRequestPathParams } from '../../revisions/interface/change-request.params.js';
import {
  ChangeRequestParams,
  CreateChangeRequestBody,
  OrganizationChangeRequestParams,
  UpdateChangeRequestBody,
} from './change-request.body.js';

/** Every response with a change request has an entity tag of its version. */
const TAGGED = { type: ChangeRequestView, headers: headersOf('ETag') };

@ApiTags('change requests')
@ApiBearerAuth()
@Controller('v1')
@UseGuards(ChangeRequestByNumber)
@Scoped('space:read', 'space:write')
export class ChangeRequestsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The change requests of the spaces in an organization that the caller may see, the latest first. */
  @Get('orgs/:organizationId/change-requests')
  @Needs('organization', 'guest', 'Shows those of spaces that the caller reaches.')
  @ApiOperation({ operationId: 'listChangeRequestsForOrganization' })
  @ApiPage(ChangeRequestView)
  listOfOrganization(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: OrganizationChangeRequestParams,
  ): Promise<Page<ChangeRequestView>> {
    return this.#list(caller, { organizationId }, params);
  }

  /** The change requests of a space, the latest first. */
  @Get('spaces/:spaceId/change-requests')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ApiOperation({ operationId: 'listChangeRequestsForSpace' })
  @ApiPage(ChangeRequestView)
  listOfSpace(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() params: ChangeRequestParams,
  ): Promise<Page<ChangeRequestView>> {
    return this.#list(caller, { spaceId }, params);
  }

  /**
   * Creates a change request. It begins as a draft with the current content of the space, to which a copy of a
   * template may be added.
   */
  @Post('spaces/:spaceId/change-requests')
  @ForScripts('space:content:write')
  @Needs('space', 'edit')
  @ApiOperation({ operationId: 'createChangeRequest' })
  @ApiCreatedResponse({ type: ChangeRequestView, headers: headersOf('ETag', 'Location') })
  async create(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Body() body: CreateChangeRequestBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChangeRequestView> {
    const { subject, template, conversationsIssuesCluster: issuesCluster } = body;
    const wanted = { subject, issuesCluster, template: template && toTemplateReference(template) };
    const id = await this.dispatcher.run(new CreateChangeRequest(caller, spaceId, wanted));
    const view = await this.#read(caller, { spaceId, changeRequestId: id }, reply);
    void reply.header('location', view.urls.location);
    return view;
  }

  @Get('spaces/:spaceId/change-requests/:changeRequestId')
  @ForScripts('space:content:read')
  @Needs('space', 'read')
  @ForVisitors()
  @ApiOperation({ operationId: 'getChangeRequestById', summary: 'One change request.' })
  @ApiOkResponse(TAGGED)
  get(
    @CurrentCaller() caller: Caller,
    @Param() key: ChangeRequestPathParams,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChangeRequestView> {
    return this.#read(caller, key, reply);
  }

  /** Changes the subject, the description or the status of a change request. One that is merged keeps its status. */
  @Patch('spaces/:spaceId/change-requests/:changeRequestId')
  @ForScripts('space:content:write')
  @Needs('space', 'edit')
  @TakesUpTo(400_000)
  @ApiOperation({ operationId: 'updateChangeRequestById' })
  @ApiOkResponse(TAGGED)
  async update(
    @CurrentCaller() caller: Caller,
    @Param() key: ChangeRequestPathParams,
    @Body() body: UpdateChangeRequestBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ChangeRequestView> {
    await this.dispatcher.run(new UpdateChangeRequestRecord(caller, key, body));
    return this.#read(caller, key, reply);
  }

  #list(caller: Caller, of: { spaceId: string } | { organizationId: string }, params: ChangeRequestParams) {
    const { orderBy = 'updatedAt', ...filter } = params;
    return this.dispatcher.ask(new ListChangeRequests(caller, of, filter, orderBy, toPageRequest(params)));
  }

  async #read(caller: Caller, key: ChangeRequestKey, reply: FastifyReply): Promise<ChangeRequestView> {
    const { view, etag } = await this.dispatcher.ask(new GetChangeRequest(caller, key));
    void reply.header('etag', etag);
    return view;
  }
}
