import {
  All,
  Body,
  Controller,
  Get,
  HttpCode,
  NotFoundException,
  Param,
  Post,
  Query,
  Res,
  UseFilters,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ApiAddress } from '#kernel/application/api-address';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { sendError } from '#kernel/interface/error.filter';
import { ForProvisioning } from '#kernel/interface/route-flags';
import { refuseFilter, resourceTypes, schemas, serviceProviderConfig } from '../../application/scim/discovery.js';
import { readListRequest } from '../../application/scim/list-request.js';
import { requireProvisioning } from '../../application/scim/require-provisioning.js';
import { SearchScim } from '../../application/scim/resource.queries.js';
import { listView, type ListView, type Resource } from '../../application/scim/resource.view.js';
import { ScimErrors } from './scim-errors.filter.js';
import { sendScim } from './scim-reply.js';

/** What this server does of SCIM 2.0 (RFC 7644, 4). */
@ApiExcludeController()
@UseFilters(ScimErrors)
@Controller('scim/v2')
export class ScimDiscoveryController {
  readonly #base: string;

  constructor(
    private readonly dispatcher: Dispatcher,
    address: ApiAddress,
  ) {
    this.#base = `${address.url}/scim/v2`;
  }

  @Get('ServiceProviderConfig')
  @ForProvisioning()
  config(@Res({ passthrough: true }) reply: FastifyReply): Resource {
    return sendScim(reply, serviceProviderConfig(this.#base));
  }

  @Get('ResourceTypes')
  @ForProvisioning()
  listResourceTypes(@Query('filter') filter: unknown, @Res({ passthrough: true }) reply: FastifyReply): ListView {
    return this.#list(resourceTypes(this.#base), filter, reply);
  }

  @Get('ResourceTypes/:name')
  @ForProvisioning()
  resourceType(@Param('name') name: string, @Res({ passthrough: true }) reply: FastifyReply): Resource {
    return this.#one(resourceTypes(this.#base), name, reply);
  }

  @Get('Schemas')
  @ForProvisioning()
  listSchemas(@Query('filter') filter: unknown, @Res({ passthrough: true }) reply: FastifyReply): ListView {
    return this.#list(schemas(this.#base), filter, reply);
  }

  @Get('Schemas/:urn')
  @ForProvisioning()
  schema(@Param('urn') urn: string, @Res({ passthrough: true }) reply: FastifyReply): Resource {
    return this.#one(schemas(this.#base), urn, reply);
  }

  /** Users and groups together (RFC 7644, 3.4.3). */
  @Post('.search')
  @HttpCode(200)
  @ForProvisioning()
  async search(
    @CurrentCaller() caller: Caller,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListView> {
    return sendScim(
      reply,
      await this.dispatcher.ask(new SearchScim(requireProvisioning(caller), readListRequest(body))),
    );
  }

  /** A token is of an organization, not of a user. */
  @All('Me')
  @ForProvisioning()
  me(@Res() reply: FastifyReply): void {
    sendError(reply, 501, 'A token for provisioning is of no user');
  }

  @All('Bulk')
  @ForProvisioning()
  bulk(@Res() reply: FastifyReply): void {
    sendError(reply, 501, 'Requests are sent one by one');
  }

  #list(all: ReadonlyMap<string, Resource>, filter: unknown, reply: FastifyReply): ListView {
    refuseFilter(filter);
    return sendScim(reply, listView([...all.values()], all.size, 1));
  }

  #one(all: ReadonlyMap<string, Resource>, id: string, reply: FastifyReply): Resource {
    const found = all.get(id);
    if (!found) throw new NotFoundException(`There is no ${id}`);
    return sendScim(reply, found);
  }
}
