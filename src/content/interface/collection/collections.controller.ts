import { Body, Controller, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { toPageRequest } from '#kernel/interface/page.params';
import { Needs } from '#kernel/interface/needs';
import { Scoped } from '#kernel/interface/route-flags';
import { CreateCollection, UpdateCollection } from '../../application/collection/collection.commands.js';
import { GetCollection, ListCollections } from '../../application/collection/collection.queries.js';
import { CollectionView } from '../../contract/collection.view.js';
import { CollectionParams, CreateCollectionBody, UpdateCollectionBody } from './collection.body.js';

@ApiTags('collections')
@ApiBearerAuth()
@Controller('v1')
@Scoped('space:read', 'space:write')
export class CollectionsController {
  constructor(private readonly dispatcher: Dispatcher) {}

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
}
