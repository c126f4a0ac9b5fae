import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JsonText } from '#kernel/application/json-text';
import { ApiErrors } from '#kernel/interface/api-errors';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { headersOf } from '#kernel/interface/open-api/headers';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { TransferContent } from '../../application/space/transfer-content.js';
import { ActsOnRecord, ForScripts, ForVisitors, Scoped } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import {
  DeleteSpace,
  DuplicateSpace,
  MoveSpace,
  RestoreSpace,
  UpdateSpace,
} from '../../application/space/space.commands.js';
import { GetTaggedSpace, ListSpacesOfOrganization } from '../../application/space/space.queries.js';
import { CreateSpace } from '../../application/space/create-space.js';
import { SpaceView } from '../../../contract/space.view.js';
import { MoveBody } from '../collection/move.body.js';
import { TransferBody } from '../collection/transfer.body.js';
import { toWantedPlace } from '../collection/wanted-place.js';
import { toNewSpace, toSpaceChanges } from './space-requests.js';
import { CreateSpaceBody, SpaceParams, UpdateSpaceBody } from './space.body.js';

/** Every answer that is a space tells which version of it. */
const TAGGED = { type: SpaceView, headers: headersOf('ETag') };

@ApiTags('spaces')
@ApiBearerAuth()
@Controller('v1')
@Scoped('space:read', 'space:write')
export class SpacesController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly transfers: TransferContent,
  ) {}

  /** The spaces of an organization the caller may see. */
  @Get('orgs/:organizationId/spaces')
  @ForScripts('space:metadata:read', 'space:content:read')
  @Needs('organization', 'guest', 'Shows what the caller reaches.')
  @ApiOperation({ operationId: 'listSpacesInOrganizationById' })
  @ApiPage(SpaceView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: PageParams,
  ): Promise<JsonText> {
    return this.dispatcher.ask(new ListSpacesOfOrganization(caller, organizationId, toPageRequest(params)));
  }

  /** Creates a space. It begins with a copy of a template, or with one empty page unless `empty` is true. */
  @Post('orgs/:organizationId/spaces')
  @Needs('organization', 'create', 'In a collection: the role create on it instead.')
  @ApiOperation({ operationId: 'createSpace' })
  @ApiCreatedResponse(TAGGED)
  async create(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() body: CreateSpaceBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SpaceView> {
    const id = await this.dispatcher.run(new CreateSpace(caller, organizationId, toNewSpace(body)));
    const view = await this.#read(caller, id, reply);
    void reply.header('location', view.urls.location);
    return view;
  }

  @Get('spaces/:spaceId')
  @ForScripts('space:metadata:read', 'space:content:read', 'space:git:sync')
  @Needs('space', 'read', 'A deleted space is shown to its administrators only.')
  @ForVisitors()
  @ApiOperation({ operationId: 'getSpaceById', summary: 'One space.' })
  async get(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Query() { shareKey }: SpaceParams,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SpaceView> {
    return this.#read(caller, spaceId, reply, shareKey);
  }

  /** Changes a space's own fields. */
  @Patch('spaces/:spaceId')
  @ForScripts('space:metadata:write')
  @Needs('space', 'create', 'Changing defaultLevel or template takes an administrator of the space.')
  @ApiOperation({ operationId: 'updateSpaceById' })
  @ApiOkResponse(TAGGED)
  async update(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Body() body: UpdateSpaceBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SpaceView> {
    await this.dispatcher.run(new UpdateSpace(caller, spaceId, toSpaceChanges(body)));
    return this.#read(caller, spaceId, reply);
  }

  /** Deletes a space. It can be restored for 7 days, unless the server is set otherwise; then it is gone. */
  @Delete('spaces/:spaceId')
  @HttpCode(204)
  @Needs('space', 'admin')
  @ApiOperation({ operationId: 'deleteSpaceById' })
  async delete(@CurrentCaller() caller: Caller, @Param('spaceId') spaceId: string): Promise<void> {
    await this.dispatcher.run(new DeleteSpace(caller, spaceId));
  }

  /** Brings back a space that was deleted within the last 7 days, unless the server is set otherwise. */
  @Post('spaces/:spaceId/restore')
  @ActsOnRecord()
  @HttpCode(200)
  @Needs('space', 'admin')
  @ApiOperation({ operationId: 'restoreSpace' })
  @ApiOkResponse(TAGGED)
  async restore(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SpaceView> {
    await this.dispatcher.run(new RestoreSpace(caller, spaceId));
    return this.#read(caller, spaceId, reply);
  }

  /**
   * Makes a copy of a space, which stands behind it. It begins with what the space holds now: without its history, its
   * link to a repository and its comments. Whoever was granted the space is granted the copy.
   */
  @Post('spaces/:spaceId/duplicate')
  @Needs('space', 'create', 'And the role create where the space stands.')
  @ApiOperation({ operationId: 'duplicateSpace' })
  @ApiCreatedResponse(TAGGED)
  async duplicate(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SpaceView> {
    const id = await this.dispatcher.run(new DuplicateSpace(caller, spaceId));
    const view = await this.#read(caller, id, reply);
    void reply.header('location', view.urls.location);
    return view;
  }

  /** Gives a space another place. */
  @Post('spaces/:spaceId/move')
  @ActsOnRecord()
  @HttpCode(200)
  @Needs('space', 'admin', 'And the role create where it is to stand, if that is elsewhere.')
  @ApiOperation({ operationId: 'moveSpace' })
  @ApiOkResponse(TAGGED)
  @ApiErrors(409)
  async move(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Body() body: MoveBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SpaceView> {
    await this.dispatcher.run(new MoveSpace(caller, spaceId, toWantedPlace(body)));
    return this.#read(caller, spaceId, reply);
  }

  /**
   * Gives a space to another organization, with its history. What was granted to teams, and to users who are no members
   * there, ends.
   */
  @Post('spaces/:spaceId/transfer')
  @ActsOnRecord()
  @HttpCode(200)
  @Needs('space', 'admin', 'And the role create in the other organization.')
  @ApiOperation({ operationId: 'transferSpace' })
  @ApiOkResponse(TAGGED)
  @ApiErrors(409, 412)
  async transfer(
    @CurrentCaller() caller: Caller,
    @Param('spaceId') spaceId: string,
    @Body() { organization }: TransferBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SpaceView> {
    await this.transfers.transfer(caller, { kind: 'space', id: spaceId }, organization);
    return this.#read(caller, spaceId, reply);
  }

  async #read(caller: Caller, spaceId: string, reply: FastifyReply, shareKey?: string): Promise<SpaceView> {
    const { view, etag } = await this.dispatcher.ask(new GetTaggedSpace(caller, spaceId, shareKey));
    void reply.header('etag', etag);
    return view;
  }
}
