import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Page } from '#kernel/application/page';
import { ApiPage } from '#kernel/interface/api-page';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Described, named } from '#kernel/interface/open-api/one-of';
import { PageParams, toPageRequest } from '#kernel/interface/page.params';
import { Scoped } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import { InviteLinkView } from '../application/invite-link.view.js';
import { CreateInviteLink, DeleteInviteLink, UpdateInviteLink } from '../application/invite.commands.js';
import { GetInviteLink, ListInviteLinks } from '../application/invite.queries.js';
import { changeOf, linkOf } from './invite-requests.js';
import { CreateInviteLinkBody, UpdateInviteLinkBody } from './invite.body.js';

/* The views of these belong to Content; here they are passed on. */
Described(named('SpaceView'))(InviteLinkView.prototype, 'space');
Described(named('CollectionView'))(InviteLinkView.prototype, 'collection');

@ApiTags('invites')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId/link-invites')
@Scoped('organization:members:read', 'organization:members:write')
export class LinkInvitesController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /** The invite links of an organization, those to its spaces and collections included. Only administrators may. */
  @Get()
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'listOrganizationInviteLinks' })
  @ApiPage(InviteLinkView)
  list(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Query() params: PageParams,
  ): Promise<Page<InviteLinkView>> {
    return this.dispatcher.ask(new ListInviteLinks(caller, organizationId, toPageRequest(params)));
  }

  /**
   * Makes a link by which anybody may join, until it is deleted. It leads to the organization with a `role`, or to a space
   * or collection with a `level`. Refused with 403 while the organization's `inviteLinks` is false. Only administrators may.
   */
  @Post()
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'createOrganizationInvite' })
  async create(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() body: CreateInviteLinkBody,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<InviteLinkView> {
    const { target, level } = linkOf(body);
    const id = await this.dispatcher.run(new CreateInviteLink(caller, organizationId, target, level));
    const view = await this.dispatcher.ask(new GetInviteLink(caller, organizationId, id));
    void reply.header('location', view.urls.location);
    return view;
  }

  /** One invite link. Only administrators may. */
  @Get(':inviteId')
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'getOrganizationInviteLink' })
  get(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('inviteId') inviteId: string,
  ): Promise<InviteLinkView> {
    return this.dispatcher.ask(new GetInviteLink(caller, organizationId, inviteId));
  }

  /** Changes what a link gives to those who accept it from now on. Only administrators may. */
  @Patch(':inviteId')
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'updateOrganizationInviteById' })
  async update(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('inviteId') inviteId: string,
    @Body() body: UpdateInviteLinkBody,
  ): Promise<InviteLinkView> {
    await this.dispatcher.run(new UpdateInviteLink(caller, organizationId, inviteId, changeOf(body)));
    return this.dispatcher.ask(new GetInviteLink(caller, organizationId, inviteId));
  }

  /** Ends a link: nobody joins by it any more. Only administrators may. */
  @Delete(':inviteId')
  @HttpCode(204)
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'deleteOrganizationInviteById' })
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('inviteId') inviteId: string,
  ): Promise<void> {
    await this.dispatcher.run(new DeleteInviteLink(caller, organizationId, inviteId));
  }
}
