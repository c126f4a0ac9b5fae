import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { JsonText } from '#kernel/application/json-text';
import type { Page } from '#kernel/application/page';
import { ApiErrors } from '#kernel/interface/api-errors';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { Needs } from '#kernel/interface/needs';
import { ActsOnRecord, Scoped } from '#kernel/interface/route-flags';
import {
  CreateCollection,
  DeleteCollection,
  MoveCollection,
  UpdateCollection,
} from '../../application/collection/collection.commands.js';
import {
  GetCollection,
  ListCollections,
  ListSpacesOfCollection,
} from '../../application/collection/collection.queries.js';
import { TransferContent } from '../../application/space/transfer-content.js';
import { CollectionView } from '../../../contract/collection.view.js';
import { SpaceView } from '../../../contract/space.view.js';
import { CollectionParams, CreateCollectionBody, UpdateCollectionBody } from './collection.body.js';
import { MoveBody } from './move.body.js';
import { TransferBody } from './transfer.body.js';
import { toWantedPlace } from './wanted-place.js';

@ApiTags('collections')
@ApiBearerAuth()
@Controller('v1')
@Scoped('space:read', 'space:write')
export class CollectionsController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly transfers: TransferContent,
  ) {}

  /** The collections of an organization the caller may see. */
  @Get('orgs/:organizationId/collections')
  @Needs('organization', 'guest', 'Shows what the caller reaches.')
  @ApiOperation({ operationId: 'listCollectionsInOrganizationById' })
  @ApiPage(CollectionView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: CollectionParams,
  ): Promise<Page<CollectionView>> {
    const { nested = true } = params;
    return this.dispatcher.ask(new ListCollections(caller, organizationId, nested, toPageRequest(params)));
  }

  /** Creates a collection. */
  @Post('orgs/:organizationId/collections')
  @Needs('organization', 'create', 'In a collection: the role create on it instead.')
  @ApiOperation({ operationId: 'createCollection' })
  async create(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() body: CreateCollectionBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CollectionView> {
    const id = await this.dispatcher.run(new CreateCollection(caller, organizationId, body));
    const view = await this.dispatcher.ask(new GetCollection(caller, id));
    void reply.header('location', view.urls.location);
    return view;
  }

  @Get('collections/:collectionId')
  @Needs('collection', 'read')
  @ApiOperation({ operationId: 'getCollectionById', summary: 'One collection.' })
  get(@CurrentCaller() caller: Caller, @Param('collectionId') collectionId: string): Promise<CollectionView> {
    return this.dispatcher.ask(new GetCollection(caller, collectionId));
  }

  /** Changes a collection's own fields. */
  @Patch('collections/:collectionId')
  @Needs('collection', 'admin')
  @ApiOperation({ operationId: 'updateCollectionById' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('collectionId') collectionId: string,
    @Body() body: UpdateCollectionBody,
  ): Promise<CollectionView> {
    await this.dispatcher.run(new UpdateCollection(caller, collectionId, body));
    return this.dispatcher.ask(new GetCollection(caller, collectionId));
  }

  /** Deletes a collection. What it holds comes to stand where it stood, and what was granted on it ends. */
  @Delete('collections/:collectionId')
  @HttpCode(204)
  @Needs('collection', 'admin')
  @ApiOperation({ operationId: 'deleteCollectionById' })
  async delete(@CurrentCaller() caller: Caller, @Param('collectionId') collectionId: string): Promise<void> {
    await this.dispatcher.run(new DeleteCollection(caller, collectionId));
  }

  /** The spaces right in a collection that the caller may see, in their order. */
  @Get('collections/:collectionId/spaces')
  @Needs('collection', 'read', 'Shows what the caller reaches.')
  @ApiOperation({ operationId: 'listSpacesInCollectionById' })
  @ApiPage(SpaceView)
  listSpaces(
    @CurrentCaller() caller: Caller,
    @Param('collectionId') collectionId: string,
    @Query() params: PageParams,
  ): Promise<JsonText> {
    return this.dispatcher.ask(new ListSpacesOfCollection(caller, collectionId, toPageRequest(params)));
  }

  /** Gives a collection another place, with all it holds. */
  @Post('collections/:collectionId/move')
  @ActsOnRecord()
  @HttpCode(200)
  @Needs('collection', 'admin', 'And the role create where it is to stand, if that is elsewhere.')
  @ApiOperation({ operationId: 'moveCollection' })
  @ApiErrors(409)
  async move(
    @CurrentCaller() caller: Caller,
    @Param('collectionId') collectionId: string,
    @Body() body: MoveBody,
  ): Promise<CollectionView> {
    await this.dispatcher.run(new MoveCollection(caller, collectionId, toWantedPlace(body)));
    return this.dispatcher.ask(new GetCollection(caller, collectionId));
  }

  /**
   * Gives a collection to another organization, with all it holds. What was granted to teams, and to users who are no
   * members there, ends.
   */
  @Post('collections/:collectionId/transfer')
  @ActsOnRecord()
  @HttpCode(200)
  @Needs('collection', 'admin', 'And the role create in the other organization.')
  @ApiOperation({ operationId: 'transferCollection' })
  @ApiErrors(409, 412)
  async transfer(
    @CurrentCaller() caller: Caller,
    @Param('collectionId') collectionId: string,
    @Body() { organization }: TransferBody,
  ): Promise<CollectionView> {
    await this.transfers.transfer(caller, { kind: 'collection', id: collectionId }, organization);
    return this.dispatcher.ask(new GetCollection(caller, collectionId));
  }
}
