import { Module } from '@nestjs/common';
import { CreateOrganizationHandler } from './application/create-organization.js';
import { CreateTokenHandler } from './application/create-token.js';
import { CreateUserHandler } from './application/create-user.js';
import { EnsureAdministratorHandler } from './application/ensure-administrator.js';
import { NoteTokenUseHandler } from './application/note-token-use.js';
import { AcceptInviteHandler } from './application/invite/accept-invite.js';
import { CreateInviteLinkHandler } from './application/invite/create-invite-link.js';
import { DeleteInviteLinkHandler } from './application/invite/delete-invite-link.js';
import { InviteUsersHandler } from './application/invite/invite-users.js';
import { JoinOrganizationHandler } from './application/invite/join-organization.js';
import { JoinWithInviteHandler } from './application/invite/join-with-invite.js';
import { PurgeInvitesHandler } from './application/invite/purge-invites.js';
import { UpdateInviteLinkHandler } from './application/invite/update-invite-link.js';
import { RevokeTokenHandler } from './application/revoke-token.js';
import { UpdateAgentInstructionsHandler } from './application/settings/update-agent-instructions.js';
import { UpdateOrganizationHandler } from './application/settings/update-organization.js';
import { UpdateUserHandler } from './application/update-user.js';
import { Members, Organizations, Tokens, Users } from './domain/ports.js';
import { invitePersistence, inviteProviders } from './infrastructure/invite/invite-providers.js';
import {
  GetInviteLinkHandler,
  InviteBySecretHandler,
  ListInviteLinksHandler,
} from './infrastructure/invite/invite.reader.js';
import { PurgeInvitesJob } from './infrastructure/invite/purge-invites.job.js';
import { SendMailJob } from './infrastructure/mail/send-mail.job.js';
import { memberSchema, MemberStore } from './infrastructure/member.store.js';
import { Organization1790000000101 } from './infrastructure/migrations/1790000000101-organization.js';
import {
  GetOrganizationHandler,
  GetTaggedOrganizationHandler,
  ListOrganizationsHandler,
} from './infrastructure/organization.reader.js';
import { organizationSchema, OrganizationStore } from './infrastructure/organization.store.js';
import { ListOrganizationsOfEmailDomainHandler } from './infrastructure/settings/email-domain.reader.js';
import { GetAgentInstructionsHandler, GetSubdomainHandler } from './infrastructure/settings/settings.reader.js';
import { GetTokenHandler, ListTokensHandler } from './infrastructure/token.reader.js';
import { tokenSchema, TokenStore } from './infrastructure/token.store.js';
import {
  CallerByTokenHandler,
  CallerOfUserHandler,
  GetCurrentUserHandler,
  GetUserHandler,
  UserByEmailHandler,
  UsersByIdsHandler,
} from './infrastructure/user.reader.js';
import { userSchema, UserStore } from './infrastructure/user.store.js';
import { ApiInformationController } from './interface/api-information.controller.js';
import { InvitesController } from './interface/invite/invites.controller.js';
import { LinkInvitesController } from './interface/invite/link-invites.controller.js';
import { OrganizationsController } from './interface/organizations.controller.js';
import { OrganizationSettingsController } from './interface/settings/organization-settings.controller.js';
import { UserController } from './interface/user.controller.js';
import { UsersController } from './interface/users.controller.js';

/** The tables of the Organization context. */
export const organizationPersistence = {
  schema: 'organization',
  migrations: [Organization1790000000101, ...invitePersistence.migrations],
  entities: [organizationSchema, memberSchema, userSchema, tokenSchema, ...invitePersistence.entities],
};

/** Who is who, and who may do what. */
@Module({
  controllers: [
    ApiInformationController,
    InvitesController,
    LinkInvitesController,
    OrganizationSettingsController,
    OrganizationsController,
    UserController,
    UsersController,
  ],
  providers: [
    { provide: Organizations, useClass: OrganizationStore },
    { provide: Members, useClass: MemberStore },
    { provide: Users, useClass: UserStore },
    { provide: Tokens, useClass: TokenStore },
    ...inviteProviders,
    AcceptInviteHandler,
    CallerByTokenHandler,
    CallerOfUserHandler,
    CreateInviteLinkHandler,
    CreateOrganizationHandler,
    CreateTokenHandler,
    CreateUserHandler,
    DeleteInviteLinkHandler,
    EnsureAdministratorHandler,
    GetAgentInstructionsHandler,
    GetCurrentUserHandler,
    GetInviteLinkHandler,
    GetOrganizationHandler,
    GetSubdomainHandler,
    GetTaggedOrganizationHandler,
    GetTokenHandler,
    GetUserHandler,
    InviteBySecretHandler,
    InviteUsersHandler,
    JoinOrganizationHandler,
    JoinWithInviteHandler,
    ListInviteLinksHandler,
    ListOrganizationsHandler,
    ListOrganizationsOfEmailDomainHandler,
    ListTokensHandler,
    NoteTokenUseHandler,
    PurgeInvitesHandler,
    PurgeInvitesJob,
    RevokeTokenHandler,
    SendMailJob,
    UpdateAgentInstructionsHandler,
    UpdateInviteLinkHandler,
    UpdateOrganizationHandler,
    UpdateUserHandler,
    UserByEmailHandler,
    UsersByIdsHandler,
  ],
})
export class OrganizationModule {}
