import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Query,
  Res,
  UseFilters,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller, ProvisioningIdentity } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { ForProvisioning, Lists } from '#kernel/interface/route-flags';
import { ApiAddress } from '#kernel/application/api-address';
import { readListRequest, readShown } from '../../application/scim/list-request.js';
import { requireProvisioning } from '../../application/scim/require-provisioning.js';
import { GetScimUser, ListScimUsers } from '../../application/scim/resource.queries.js';
import type { ListView, Resource } from '../../application/scim/resource.view.js';
import { ChangeProvisionedUser, ProvisionUser, RemoveProvisionedUser } from '../../application/users/user.commands.js';
import { ScimErrors } from './scim-errors.filter.js';
import { sendResource, sendScim } from './scim-reply.js';

/** Members of the organization, provisioned as users of SCIM 2.0 (RFC 7644). */
@ApiExcludeController()
@UseFilters(ScimErrors)
@Controller('scim/v2/Users')
export class ScimUsersController {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly address: ApiAddress,
  ) {}

  @Get()
  @ForProvisioning()
  @Lists()
  list(
    @CurrentCaller() caller: Caller,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListView> {
    return this.#list(requireProvisioning(caller), query, reply);
  }

  @Post('.search')
  @HttpCode(200)
  @ForProvisioning()
  search(
    @CurrentCaller() caller: Caller,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ListView> {
    return this.#list(requireProvisioning(caller), body, reply);
  }

  @Post()
  @ForProvisioning()
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: unknown,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource> {
    const by = requireProvisioning(caller);
    const id = await this.dispatcher.run(new ProvisionUser(by, body));
    void reply.header('location', `${this.address.url}/scim/v2/Users/${id}`);
    return this.#send(by, id, query, reply);
  }

  @Get(':userId')
  @ForProvisioning()
  get(
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource> {
    return this.#send(requireProvisioning(caller), userId, query, reply);
  }

  @Put(':userId')
  @ForProvisioning()
  replace(
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @Body() body: unknown,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource> {
    return this.#change(
      caller,
      new ChangeProvisionedUser(requireProvisioning(caller), userId, 'replace', body),
      query,
      reply,
    );
  }

  @Patch(':userId')
  @ForProvisioning()
  patch(
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @Body() body: unknown,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource> {
    return this.#change(
      caller,
      new ChangeProvisionedUser(requireProvisioning(caller), userId, 'patch', body),
      query,
      reply,
    );
  }

  @Delete(':userId')
  @HttpCode(204)
  @ForProvisioning()
  async delete(@CurrentCaller() caller: Caller, @Param('userId') userId: string): Promise<void> {
    await this.dispatcher.run(new RemoveProvisionedUser(requireProvisioning(caller), userId));
  }

  async #change(
    caller: Caller,
    command: ChangeProvisionedUser,
    query: unknown,
    reply: FastifyReply,
  ): Promise<Resource> {
    await this.dispatcher.run(command);
    return this.#send(requireProvisioning(caller), command.userId, query, reply);
  }

  async #list(by: ProvisioningIdentity, sent: unknown, reply: FastifyReply): Promise<ListView> {
    return sendScim(reply, await this.dispatcher.ask(new ListScimUsers(by, readListRequest(sent))));
  }

  async #send(by: ProvisioningIdentity, userId: string, query: unknown, reply: FastifyReply): Promise<Resource> {
    return sendResource(reply, await this.dispatcher.ask(new GetScimUser(by, userId, readShown(query))));
  }
}
