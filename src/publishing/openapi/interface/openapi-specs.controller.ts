import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { ForScripts, Scoped, TakesUpTo } from '#kernel/interface/route-flags';
import { OpenAPISpecView } from '../../contract/openapi-spec.view.js';
import {
  CreateOpenAPISpec,
  DeleteOpenAPISpec,
  PutOpenAPISpec,
  UpdateOpenAPISpec,
} from '../application/openapi-spec.commands.js';
import { GetOpenAPISpec, ListOpenAPISpecs } from '../application/openapi-spec.queries.js';
import { CreateOpenAPISpecBody, PutOpenAPISpecBody, UpdateOpenAPISpecBody } from './openapi-spec.body.js';

/** Bytes of a body: room for a text of 10 MB with every second character escaped. */
const MAX_BODY = 25_000_000;

@ApiTags('OpenAPI specifications')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/openapi')
@Scoped('openapi:read', 'openapi:write')
export class OpenAPISpecsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The OpenAPI specifications of an organization, the oldest first. */
  @Get()
  @ForScripts('openapi:read', 'openapi:write')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'listOpenAPISpecs' })
  @ApiPage(OpenAPISpecView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: PageParams,
  ): Promise<Page<OpenAPISpecView>> {
    return this.dispatcher.ask(new ListOpenAPISpecs(caller, organizationId, toPageRequest(params)));
  }

  /**
   * Creates an OpenAPI specification. It is processed afterwards: read it again until its processingState is complete. It
   * is private.
   */
  @Post()
  @ForScripts('openapi:write')
  @Needs('organization', 'create')
  @TakesUpTo(MAX_BODY, { members: 1000, items: 1000, always: true })
  @ApiOperation({ operationId: 'createOpenAPISpec' })
  async create(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() { slug, source }: CreateOpenAPISpecBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OpenAPISpecView> {
    const id = await this.dispatcher.run(new CreateOpenAPISpec(caller, organizationId, slug, source));
    const view = await this.dispatcher.ask(new GetOpenAPISpec(caller, organizationId, id));
    void reply.header('location', view.urls.location);
    return view;
  }

  /** An OpenAPI specification, by its slug or id. */
  @Get(':specSlug')
  @ForScripts('openapi:read', 'openapi:write')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'getOpenAPISpecBySlug' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('specSlug') specSlug: string,
  ): Promise<OpenAPISpecView> {
    return this.dispatcher.ask(new GetOpenAPISpec(caller, organizationId, specSlug));
  }

  /**
   * Gives an OpenAPI specification a source, or has the one it has read anew. It is created where there is none with the
   * slug, and processed afterwards; a version is made only where something changed.
   */
  @Put(':specSlug')
  @ApiHeader({ name: 'if-none-match' })
  @ForScripts('openapi:write')
  @Needs('organization', 'create')
  @TakesUpTo(MAX_BODY, { members: 1000, items: 1000, always: true })
  @ApiOperation({ operationId: 'createOrUpdateOpenAPISpecBySlug' })
  async put(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('specSlug') specSlug: string,
    @Body() { source }: PutOpenAPISpecBody,
  ): Promise<OpenAPISpecView> {
    const id = await this.dispatcher.run(new PutOpenAPISpec(caller, organizationId, specSlug, source));
    return this.dispatcher.ask(new GetOpenAPISpec(caller, organizationId, id));
  }

  /** Shows an OpenAPI specification to everybody, or to members alone. */
  @Patch(':specSlug')
  @ForScripts('openapi:write')
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'updateOpenAPISpecBySlug' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('specSlug') specSlug: string,
    @Body() { visibility }: UpdateOpenAPISpecBody,
  ): Promise<OpenAPISpecView> {
    await this.dispatcher.run(new UpdateOpenAPISpec(caller, organizationId, specSlug, visibility));
    return this.dispatcher.ask(new GetOpenAPISpec(caller, organizationId, specSlug));
  }

  /** Deletes an OpenAPI specification with all its versions. */
  @Delete(':specSlug')
  @HttpCode(204)
  @ForScripts('openapi:write')
  @Needs('organization', 'create')
  @ApiOperation({ operationId: 'deleteOpenAPISpecBySlug' })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('specSlug') specSlug: string,
  ): Promise<void> {
    await this.dispatcher.run(new DeleteOpenAPISpec(caller, organizationId, specSlug));
  }
}
