import { Module } from '@nestjs/common';
import { CreateOrganizationHandler } from './application/settings/create-organization.js';
import { CreateTokenHandler } from './application/token/create-token.js';
import { CreateUserHandler } from './application/user/create-user.js';
import { EnsureAdministratorHandler } from './application/user/ensure-administrator.js';
import { AcceptInviteHandler } from './application/invite/accept-invite.js';
import { CreateInviteLinkHandler } from './application/invite/create-invite-link.js';
import { DeleteInviteLinkHandler } from './application/invite/delete-invite-link.js';
import { InviteUsersHandler } from './application/invite/invite-users.js';
import { JoinOrganizationHandler } from './application/invite/join-organization.js';
import { JoinWithInviteHandler } from './application/invite/join-with-invite.js';
import { PurgeInvitesHandler } from './application/invite/purge-invites.js';
import { UpdateInviteLinkHandler } from './application/invite/update-invite-link.js';
import { ChangeMemberRoleHandler } from './application/member/change-member-role.js';
import { NoteGrantedSpacesHandler } from './application/member/note-granted-spaces.js';
import { NoteMemberSeenHandler } from './application/member/note-member-seen.js';
import { RemoveMemberHandler } from './application/member/remove-member.js';
import { SetSsoMemberHandler } from './application/member/set-sso-member.js';
import { NoteTokenUseHandler } from './application/token/note-token-use.js';
import { AcceptAttemptHandler, BeginAttemptHandler, NoteFailedSignInHandler } from './application/password/attempts.js';
import { EnterNewcomerHandler } from './application/password/enter-newcomer.js';
import { MailPasswordLinkHandler } from './application/password/mail-password-link.js';
import { MakePasswordLinkHandler, UsePasswordLinkHandler } from './application/password/password-link.js';
import { RequestPasswordLinkHandler } from './application/password/request-password-link.js';
import { StorePasswordHandler } from './application/password/store-password.js';
import { RevokeTokenHandler } from './application/token/revoke-token.js';
import { AdmitPersonHandler } from './application/saml/admit-person.js';
import { AnswerSignInHandler } from './application/saml/answer-sign-in.js';
import { CreateSamlProviderHandler } from './application/saml/create-saml-provider.js';
import { DeleteSamlProviderHandler } from './application/saml/delete-saml-provider.js';
import { FinishSignInHandler } from './application/saml/finish-sign-in.js';
import { NoteRefusedSignInHandler } from './application/saml/note-refused-sign-in.js';
import { StartSignInHandler } from './application/saml/start-sign-in.js';
import { UpdateSamlProviderHandler } from './application/saml/update-saml-provider.js';
import { EndSessionsHandler } from './application/session/end-sessions.js';
import { FormTokens } from './application/session/form-tokens.js';
import { OpenSessionHandler } from './application/session/open-session.js';
import { UpdateAgentInstructionsHandler } from './application/settings/update-agent-instructions.js';
import { UpdateOrganizationHandler } from './application/settings/update-organization.js';
import { ChangeTeamMembersHandler } from './application/team/change-team-members.js';
import { CreateTeamHandler } from './application/team/create-team.js';
import { DeleteTeamHandler } from './application/team/delete-team.js';
import { PutTeamMemberHandler } from './application/team/put-team-member.js';
import { RemoveTeamMemberHandler } from './application/team/remove-team-member.js';
import { RenameTeamHandler } from './application/team/rename-team.js';
import { UpdateUserHandler } from './application/user/update-user.js';
import { Members, Organizations, Tokens, Users } from './domain/ports.js';
import { Sessions } from './domain/session/sessions.js';
import { Teams } from './domain/team/teams.js';
import {
  GetAuditEventHandler,
  ListAuditEventActionsHandler,
  ListAuditEventsHandler,
} from './infrastructure/audit/audit.reader.js';
import { KeepAuditEvents } from './infrastructure/audit/keep-audit-events.js';
import { CallerBySessionHandler, CallerByTokenHandler, CallerOfUserHandler } from './infrastructure/caller.reader.js';
import { invitePersistence, inviteProviders } from './infrastructure/invite/invite-providers.js';
import {
  GetInviteLinkHandler,
  InviteBySecretHandler,
  ListInviteLinksHandler,
} from './infrastructure/invite/invite.reader.js';
import { PurgeInvitesJob } from './infrastructure/invite/purge-invites.job.js';
import { SendMailJob } from './infrastructure/mail/send-mail.job.js';
import { memberSchema, MemberStore } from './infrastructure/member/member.store.js';
import {
  MembersOfOrganizationHandler,
  StandingsOfMembersHandler,
} from './infrastructure/member/member-standing.reader.js';
import { GetMemberHandler, ListMembersHandler, MembersByIdsHandler } from './infrastructure/member/member.reader.js';
import { Organization1790000000101 } from './infrastructure/migrations/1790000000101-organization.js';
import { Teams1790000000102 } from './infrastructure/migrations/1790000000102-teams.js';
import { Sessions1790000000104 } from './infrastructure/migrations/1790000000104-sessions.js';
import { Passwords1790000000105 } from './infrastructure/migrations/1790000000105-passwords.js';
import { Saml1790000000106 } from './infrastructure/migrations/1790000000106-saml.js';
import { Audit1790000000107 } from './infrastructure/migrations/1790000000107-audit.js';
import {
  AllowsAIHandler,
  GetOrganizationHandler,
  ListOrganizationsHandler,
  GetTaggedOrganizationHandler,
} from './infrastructure/settings/organization.reader.js';
import { organizationSchema, OrganizationStore } from './infrastructure/settings/organization.store.js';
import { MailPasswordLinkJob } from './infrastructure/password/mail-password-link.job.js';
import { GetPasswordOwnerHandler } from './infrastructure/password/password-owner.reader.js';
import { passwordProviders } from './infrastructure/password/password.providers.js';
import { passwordSchema } from './infrastructure/password/password.store.js';
import { PurgeSignInsJob } from './infrastructure/saml/purge-sign-ins.job.js';
import {
  GetSamlProviderHandler,
  GetServiceMetadataHandler,
  ListSamlProvidersHandler,
  ReadSignInResponseHandler,
} from './infrastructure/saml/saml-provider.reader.js';
import { samlProviderSchema } from './infrastructure/saml/saml-provider.store.js';
import { signInProviders } from './infrastructure/saml/sign-in-providers.js';
import { FindSsoLoginsHandler, ListSsoLoginsHandler } from './infrastructure/saml/sso-login.reader.js';
import { PurgeSessionsJob } from './infrastructure/session/purge-sessions.job.js';
import { GetSessionHandler, ListSessionsHandler } from './infrastructure/session/session.reader.js';
import { sessionSchema, SessionStore } from './infrastructure/session/session.store.js';
import { SignedFormTokens } from './infrastructure/session/signed-form-tokens.js';
import { ListOrganizationsOfEmailDomainHandler } from './infrastructure/settings/email-domain.reader.js';
import { GetAgentInstructionsHandler, GetSubdomainHandler } from './infrastructure/settings/settings.reader.js';
import { ListTeamMembersHandler, ListTeamsOfMemberHandler } from './infrastructure/team/team-member.reader.js';
import { GetTeamHandler, ListTeamsHandler, TeamsByIdsHandler } from './infrastructure/team/team.reader.js';
import { teamSchema, TeamStore } from './infrastructure/team/team.store.js';
import { GetTokenHandler, ListTokensHandler } from './infrastructure/token/token.reader.js';
import { tokenSchema, TokenStore } from './infrastructure/token/token.store.js';
import {
  GetCurrentUserHandler,
  UserByEmailHandler,
  UsersByIdsHandler,
  GetUserHandler,
} from './infrastructure/user/user.reader.js';
import { userSchema, UserStore } from './infrastructure/user/user.store.js';
import { AccountController } from './interface/account/account.controller.js';
import { PasswordController } from './interface/account/password.controller.js';
import { ApiInformationController } from './interface/api-information.controller.js';
import { AuditEventsController } from './interface/audit/audit-events.controller.js';
import { InvitesController } from './interface/invite/invites.controller.js';
import { LinkInvitesController } from './interface/invite/link-invites.controller.js';
import { MembersController, PingController } from './interface/member/members.controller.js';
import { OrganizationsController } from './interface/organizations.controller.js';
import { StyleController } from './interface/pages/style.controller.js';
import { SamlProvidersController } from './interface/saml/saml-providers.controller.js';
import { SamlSignInController } from './interface/saml/saml-sign-in.controller.js';
import { OrganizationSettingsController } from './interface/settings/organization-settings.controller.js';
import { ForgottenPasswordController } from './interface/sign-in/forgotten-password.controller.js';
import { InviteController } from './interface/sign-in/invite.controller.js';
import { SignInController } from './interface/sign-in/signin.controller.js';
import { SsoController } from './interface/sign-in/sso.controller.js';
import { TeamMembersController } from './interface/team/team-members.controller.js';
import { TeamsController } from './interface/team/teams.controller.js';
import { UserController } from './interface/user.controller.js';
import { UsersController } from './interface/users.controller.js';

/** The tables of the Organization context. */
export const organizationPersistence = {
  schema: 'organization',
  migrations: [
    Organization1790000000101,
    Teams1790000000102,
    ...invitePersistence.migrations,
    Sessions1790000000104,
    Audit1790000000107,
    Passwords1790000000105,
    Saml1790000000106,
  ],
  entities: [
    organizationSchema,
    memberSchema,
    userSchema,
    tokenSchema,
    teamSchema,
    sessionSchema,
    ...invitePersistence.entities,
    passwordSchema,
    samlProviderSchema,
  ],
};

/** What people see of it in a browser. */
const pages = [
  AccountController,
  ForgottenPasswordController,
  InviteController,
  PasswordController,
  SignInController,
  SsoController,
  StyleController,
];

/** Who is who, and who may do what. */
@Module({
  controllers: [
    ApiInformationController,
    AuditEventsController,
    OrganizationsController,
    MembersController,
    PingController,
    TeamsController,
    TeamMembersController,
    UserController,
    InvitesController,
    LinkInvitesController,
    OrganizationSettingsController,
    UsersController,
    ...pages,
    SamlProvidersController,
    SamlSignInController,
  ],
  providers: [
    { provide: Organizations, useClass: OrganizationStore },
    { provide: Members, useClass: MemberStore },
    { provide: Teams, useClass: TeamStore },
    { provide: Users, useClass: UserStore },
    { provide: Tokens, useClass: TokenStore },
    { provide: Sessions, useClass: SessionStore },
    CallerBySessionHandler,
    CallerByTokenHandler,
    CallerOfUserHandler,
    ChangeMemberRoleHandler,
    ChangeTeamMembersHandler,
    ...inviteProviders,
    AllowsAIHandler,
    AcceptInviteHandler,
    CreateInviteLinkHandler,
    CreateOrganizationHandler,
    CreateTeamHandler,
    CreateTokenHandler,
    CreateUserHandler,
    EndSessionsHandler,
    DeleteTeamHandler,
    EnsureAdministratorHandler,
    GetAuditEventHandler,
    GetCurrentUserHandler,
    GetMemberHandler,
    GetOrganizationHandler,
    GetTeamHandler,
    GetTokenHandler,
    KeepAuditEvents,
    ListAuditEventActionsHandler,
    ListAuditEventsHandler,
    ListMembersHandler,
    ListOrganizationsHandler,
    ListTeamMembersHandler,
    ListTeamsHandler,
    ListTeamsOfMemberHandler,
    DeleteInviteLinkHandler,
    GetAgentInstructionsHandler,
    GetInviteLinkHandler,
    GetSubdomainHandler,
    GetTaggedOrganizationHandler,
    GetUserHandler,
    InviteBySecretHandler,
    InviteUsersHandler,
    JoinOrganizationHandler,
    JoinWithInviteHandler,
    ListInviteLinksHandler,
    ListOrganizationsOfEmailDomainHandler,
    ListTokensHandler,
    MembersByIdsHandler,
    MembersOfOrganizationHandler,
    NoteGrantedSpacesHandler,
    NoteMemberSeenHandler,
    NoteTokenUseHandler,
    OpenSessionHandler,
    PurgeSessionsJob,
    PutTeamMemberHandler,
    RemoveMemberHandler,
    RemoveTeamMemberHandler,
    RenameTeamHandler,
    RevokeTokenHandler,
    SetSsoMemberHandler,
    StandingsOfMembersHandler,
    TeamsByIdsHandler,
    PurgeInvitesHandler,
    PurgeInvitesJob,
    SendMailJob,
    UpdateAgentInstructionsHandler,
    UpdateInviteLinkHandler,
    UpdateOrganizationHandler,
    UpdateUserHandler,
    UserByEmailHandler,
    UsersByIdsHandler,
    { provide: FormTokens, useClass: SignedFormTokens },
    ...passwordProviders,
    AcceptAttemptHandler,
    BeginAttemptHandler,
    EnterNewcomerHandler,
    GetPasswordOwnerHandler,
    GetSessionHandler,
    ListSessionsHandler,
    MailPasswordLinkHandler,
    MailPasswordLinkJob,
    MakePasswordLinkHandler,
    NoteFailedSignInHandler,
    RequestPasswordLinkHandler,
    StorePasswordHandler,
    UsePasswordLinkHandler,
    ...signInProviders,
    AdmitPersonHandler,
    AnswerSignInHandler,
    CreateSamlProviderHandler,
    DeleteSamlProviderHandler,
    FindSsoLoginsHandler,
    FinishSignInHandler,
    GetSamlProviderHandler,
    GetServiceMetadataHandler,
    ReadSignInResponseHandler,
    ListSamlProvidersHandler,
    ListSsoLoginsHandler,
    NoteRefusedSignInHandler,
    PurgeSignInsJob,
    StartSignInHandler,
    UpdateSamlProviderHandler,
  ],
})
export class OrganizationModule {}
