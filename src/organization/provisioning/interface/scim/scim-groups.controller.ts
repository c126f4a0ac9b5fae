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
import { ApiAddress } from '#kernel/application/api-address';
import type { Caller, ProvisioningIdentity } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { ForProvisioning, Lists, TakesUpTo } from '#kernel/interface/route-flags';
import {
  ChangeProvisionedGroup,
  ProvisionGroup,
  RemoveProvisionedGroup,
} from '../../application/groups/group.commands.js';
import { readListRequest, readShown } from '../../application/scim/list-request.js';
import { requireProvisioning } from '../../application/scim/require-provisioning.js';
import { GetScimGroup, ListScimGroups } from '../../application/scim/resource.queries.js';
import type { ListView, Resource } from '../../application/scim/resource.view.js';
import { ScimErrors } from './scim-errors.filter.js';
import { sendResource, sendScim } from './scim-reply.js';

/** Ten thousand members with their names and addresses. */
const MOST_BYTES = 2_500_000;

/** Teams of the organization, provisioned as groups of SCIM 2.0 (RFC 7644). */
@ApiExcludeController()
@UseFilters(ScimErrors)
@Controller('scim/v2/Groups')
export class ScimGroupsController {
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
  @TakesUpTo(MOST_BYTES)
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: unknown,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource> {
    const by = requireProvisioning(caller);
    const id = await this.dispatcher.run(new ProvisionGroup(by, body));
    void reply.header('location', `${this.address.url}/scim/v2/Groups/${id}`);
    return this.#send(by, id, query, reply);
  }

  @Get(':groupId')
  @ForProvisioning()
  get(
    @CurrentCaller() caller: Caller,
    @Param('groupId') groupId: string,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource> {
    return this.#send(requireProvisioning(caller), groupId, query, reply);
  }

  @Put(':groupId')
  @ForProvisioning()
  @TakesUpTo(MOST_BYTES)
  async replace(
    @CurrentCaller() caller: Caller,
    @Param('groupId') groupId: string,
    @Body() body: unknown,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource> {
    const by = requireProvisioning(caller);
    await this.dispatcher.run(new ChangeProvisionedGroup(by, groupId, 'replace', body));
    return this.#send(by, groupId, query, reply);
  }

  /** Sends the group only where `attributes` asks for it: its members may be many. */
  @Patch(':groupId')
  @ForProvisioning()
  @TakesUpTo(MOST_BYTES)
  async patch(
    @CurrentCaller() caller: Caller,
    @Param('groupId') groupId: string,
    @Body() body: unknown,
    @Query() query: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Resource | undefined> {
    const by = requireProvisioning(caller);
    const shown = readShown(query);
    await this.dispatcher.run(new ChangeProvisionedGroup(by, groupId, 'patch', body));
    if (shown.only || shown.excluded) return this.#send(by, groupId, query, reply);
    void reply.status(204);
    return undefined;
  }

  @Delete(':groupId')
  @HttpCode(204)
  @ForProvisioning()
  async delete(@CurrentCaller() caller: Caller, @Param('groupId') groupId: string): Promise<void> {
    await this.dispatcher.run(new RemoveProvisionedGroup(requireProvisioning(caller), groupId));
  }

  async #list(by: ProvisioningIdentity, sent: unknown, reply: FastifyReply): Promise<ListView> {
    return sendScim(reply, await this.dispatcher.ask(new ListScimGroups(by, readListRequest(sent))));
  }

  async #send(by: ProvisioningIdentity, groupId: string, query: unknown, reply: FastifyReply): Promise<Resource> {
    return sendResource(reply, await this.dispatcher.ask(new GetScimGroup(by, groupId, readShown(query))));
  }
}
