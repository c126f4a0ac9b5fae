import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '#kernel/application/caller';
import { Dispatcher } from '#kernel/application/dispatcher';
import { ApiErrors } from '#kernel/interface/api-errors';
import { CurrentCaller } from '#kernel/interface/current-caller';
import { Scoped } from '#kernel/interface/route-flags';
import { Needs } from '#kernel/interface/needs';
import { InvitationView } from '../application/invitation.view.js';
import { InviteUsers, JoinOrganization, JoinWithInvite } from '../application/invite.commands.js';
import { peopleOf } from './invite-requests.js';
import { InviteUsersBody } from './invite.body.js';

@ApiTags('invites')
@ApiBearerAuth()
@Controller('v1/orgs/:organizationId')
@Scoped('organization:members:read', 'organization:members:write')
export class InvitesController {
  constructor(private readonly dispatcher: Dispatcher) {}

  /**
   * Invites people by e-mail. Each message holds a link that works once, for 7 days, and only for the address it was sent
   * to. Inviting somebody again makes the earlier link useless. Only administrators may.
   */
  @Post('invites')
  @HttpCode(200)
  @Needs('organization', 'admin')
  @ApiOperation({ operationId: 'inviteUsersToOrganization' })
  async invite(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Body() body: InviteUsersBody,
  ): Promise<InvitationView> {
    const { role, sso } = body;
    const { users, invited, failedSSOEmails } = await this.dispatcher.run(
      new InviteUsers(caller, organizationId, peopleOf(body), { role, sso }),
    );
    return sso === true ? { users, invited, failedSSOEmails } : { users, invited };
  }

  /**
   * Accepts an invite. `inviteId` is the id of an invite link, the secret that was mailed, or the id of a mailed invite
   * for the caller's verified address. Members keep a role that reaches further than the invite's.
   */
  @Post('invites/:inviteId')
  @HttpCode(200)
  @Needs('user', 'The invite must be for everybody who has it, or for the address of the caller.')
  @ApiOperation({ operationId: 'joinOrganizationWithInvite' })
  @ApiOkResponse({
    description: 'The caller is in the organization.',
    schema: { type: 'object', additionalProperties: false, example: {} },
  })
  async accept(
    @CurrentCaller() caller: Caller,
    @Param('organizationId') organizationId: string,
    @Param('inviteId') inviteId: string,
  ): Promise<object> {
    await this.dispatcher.run(new JoinWithInvite(caller, organizationId, inviteId));
    return {};
  }

  /**
   * Joins an organization that lets in the domain of the caller's verified e-mail address, with its default role. Joining
   * twice is no error.
   */
  @Post('join')
  @HttpCode(204)
  @Needs('user', 'The domain of the verified e-mail address of the caller decides.')
  @ApiOperation({ operationId: 'joinOrganization' })
  @ApiNoContentResponse()
  @ApiErrors(400)
  async join(@CurrentCaller() caller: Caller, @Param('organizationId') organizationId: string): Promise<void> {
    await this.dispatcher.run(new JoinOrganization(caller, organizationId));
  }
}
