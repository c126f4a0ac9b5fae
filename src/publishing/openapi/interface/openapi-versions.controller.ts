import { Controller, Get, Headers, Param, Query, Req, Res, StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { NotModified } from '#kernel/application/json-text';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Needs } from '#kernel/interface/needs';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { ForScripts, ForVisitors, Scoped } from '#kernel/interface/route-flags';
import {
  GetOpenAPISpecVersion,
  ListOpenAPISpecVersions,
  ReadOpenAPISpecContent,
} from '../application/openapi-spec.queries.js';
import {
  OpenAPISpecContentView,
  OpenAPISpecRawContentView,
  OpenAPISpecVersionView,
} from '../application/openapi-version.view.js';

const JSON_TYPE = 'application/json; charset=utf-8';

interface VersionParams {
  organizationId: string;
  specSlug: string;
  versionId?: string;
}

@ApiTags('OpenAPI specifications')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/openapi/:specSlug/versions')
@Scoped('openapi:read', 'openapi:write')
export class OpenAPIVersionsController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The versions of an OpenAPI specification, the newest first. */
  @Get()
  @ForScripts('openapi:read', 'openapi:write')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'listOpenAPISpecVersions' })
  @ApiPage(OpenAPISpecVersionView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('specSlug') specSlug: string,
    @Query() params: PageParams,
  ): Promise<Page<OpenAPISpecVersionView>> {
    return this.dispatcher.ask(new ListOpenAPISpecVersions(caller, organizationId, specSlug, toPageRequest(params)));
  }

  /** The latest version of an OpenAPI specification. */
  @Get('latest')
  @ForScripts('openapi:read', 'openapi:write')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'getLatestOpenAPISpecVersion' })
  latest(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('specSlug') specSlug: string,
  ): Promise<OpenAPISpecVersionView> {
    return this.dispatcher.ask(new GetOpenAPISpecVersion(caller, organizationId, specSlug, undefined));
  }

  /** The latest version of an OpenAPI specification, with all it refers to. */
  @Get('latest/content')
  @ForScripts('openapi:read', 'openapi:write')
  @Needs('organization', 'read')
  @ForVisitors()
  @ApiOperation({ operationId: 'getLatestOpenAPISpecVersionContent' })
  @ApiOkResponse({ type: OpenAPISpecContentView })
  latestContent(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('specSlug') specSlug: string,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | NotModified> {
    return this.#read(caller, { organizationId, specSlug }, 'content', ifNoneMatch, request, reply);
  }

  /** The text that the latest version of an OpenAPI specification was made of. */
  @Get('latest/content/raw')
  @ForScripts('openapi:read', 'openapi:write')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'getLatestOpenAPISpecVersionContentRaw' })
  @ApiOkResponse({ type: OpenAPISpecRawContentView })
  latestRaw(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('specSlug') specSlug: string,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | NotModified> {
    return this.#read(caller, { organizationId, specSlug }, 'raw', ifNoneMatch, request, reply);
  }

  /** A version of an OpenAPI specification. */
  @Get(':versionId')
  @ForScripts('openapi:read', 'openapi:write')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'getOpenAPISpecVersionById' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('specSlug') specSlug: string,
    @Param('versionId') versionId: string,
  ): Promise<OpenAPISpecVersionView> {
    return this.dispatcher.ask(new GetOpenAPISpecVersion(caller, organizationId, specSlug, versionId));
  }

  /** A version of an OpenAPI specification, with all it refers to. */
  @Get(':versionId/content')
  @ForScripts('openapi:read', 'openapi:write')
  @Needs('organization', 'read')
  @ApiOperation({ operationId: 'getOpenAPISpecVersionContentById' })
  @ApiOkResponse({ type: OpenAPISpecContentView })
  content(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('specSlug') specSlug: string,
    @Param('versionId') versionId: string,
    @Headers('if-none-match') ifNoneMatch: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile | NotModified> {
    return this.#read(caller, { organizationId, specSlug, versionId }, 'content', ifNoneMatch, request, reply);
  }

  async #read(
    caller: Caller,
    place: VersionParams,
    form: 'content' | 'raw',
    ifNoneMatch: string | undefined,
    { method }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<StreamableFile | NotModified> {
    const conditions = { ifNoneMatch, headOnly: method === 'HEAD' };
    const { etag, length, body } = await this.dispatcher.ask(
      new ReadOpenAPISpecContent(caller, place, form, conditions),
    );
    if (!body) return new NotModified(etag);
    void reply.header('etag', etag).header('cache-control', 'private, no-cache');
    return new StreamableFile(body, { type: JSON_TYPE, length });
  }
}
