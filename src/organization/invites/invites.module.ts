import { Module } from '@nestjs/common';
import { AuditTrail } from '#kernel/application/audit-trail';
import { Callers } from '#kernel/application/callers';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Clock } from '#kernel/domain/clock';
import { MailModule } from '../mail/mail.module.js';
import { Members } from '../members/domain/members.js';
import { Users } from '../members/domain/users.js';
import { Organizations } from '../organizations/domain/organizations.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { AcceptInviteHandler } from './application/accept-invite.js';
import { Admission } from './application/admission.js';
import { CreateInviteLinkHandler } from './application/create-invite-link.js';
import { DeleteInviteLinkHandler } from './application/delete-invite-link.js';
import { EnterNewcomerHandler } from './application/enter-newcomer.js';
import { InviteAcceptance } from './application/invite-acceptance.js';
import { InviteUsersHandler } from './application/invite-users.js';
import { JoinOrganizationHandler } from './application/join-organization.js';
import { JoinWithInviteHandler } from './application/join-with-invite.js';
import { PurgeInvitesHandler } from './application/purge-invites.js';
import { UpdateInviteLinkHandler } from './application/update-invite-link.js';
import { Invites } from './domain/invites.js';
import {
  GetInviteLinkHandler,
  InviteBySecretHandler,
  IsInvitedHandler,
  ListInviteLinksHandler,
} from './infrastructure/invite.reader.js';
import { InviteStore } from './infrastructure/invite.store.js';
import { PurgeInvitesJob } from './infrastructure/purge-invites.job.js';
import { InviteController } from './interface/invite.controller.js';
import { InvitesController } from './interface/invites.controller.js';
import { LinkInvitesController } from './interface/link-invites.controller.js';

/**
 * How users join an organization: mailed invites, invite links, and the domain of an e-mail address. It owns the page
 * on which an invite is accepted.
 *
 * Tables: `invite`. Events: `organization.invite-accepted`. Jobs: `organization.purge-invites`, every night.
 */
@Module({
  imports: [MailModule, SignInModule],
  controllers: [InviteController, InvitesController, LinkInvitesController],
  providers: [
    { provide: Invites, useClass: InviteStore },
    {
      provide: Admission,
      inject: [Members, Callers, AuditTrail, Clock],
      useFactory: (...parts: ConstructorParameters<typeof Admission>) => new Admission(...parts),
    },
    {
      provide: InviteAcceptance,
      inject: [Invites, Users, Organizations, Admission, Dispatcher, AuditTrail, Clock],
      useFactory: (...parts: ConstructorParameters<typeof InviteAcceptance>) => new InviteAcceptance(...parts),
    },
    AcceptInviteHandler,
    CreateInviteLinkHandler,
    DeleteInviteLinkHandler,
    EnterNewcomerHandler,
    InviteUsersHandler,
    JoinOrganizationHandler,
    JoinWithInviteHandler,
    PurgeInvitesHandler,
    UpdateInviteLinkHandler,
    ListInviteLinksHandler,
    GetInviteLinkHandler,
    InviteBySecretHandler,
    IsInvitedHandler,
    PurgeInvitesJob,
  ],
})
export class InvitesModule {}
