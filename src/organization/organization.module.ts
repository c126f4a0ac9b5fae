import { Module } from '@nestjs/common';
import { CreateOrganizationHandler } from './application/create-organization.js';
import { CreateTokenHandler } from './application/create-token.js';
import { CreateUserHandler } from './application/create-user.js';
import { EnsureAdministratorHandler } from './application/ensure-administrator.js';
import { NoteTokenUseHandler } from './application/note-token-use.js';
import { RevokeTokenHandler } from './application/revoke-token.js';
import { AcceptAttemptHandler, BeginAttemptHandler, NoteFailedSignInHandler } from './application/password/attempts.js';
import { EnterByInviteHandler, EnterNewcomerHandler } from './application/password/enter-newcomer.js';
import { MakePasswordLinkHandler, UsePasswordLinkHandler } from './application/password/password-link.js';
import { StorePasswordHandler } from './application/password/store-password.js';
import { EndSessionsHandler } from './application/session/end-sessions.js';
import { FormTokens } from './application/session/form-tokens.js';
import { OpenSessionHandler } from './application/session/open-session.js';
import { UpdateUserHandler } from './application/update-user.js';
import { Members, Organizations, Tokens, Users } from './domain/ports.js';
import { Sessions } from './domain/session/sessions.js';
import {
  GetAuditEventHandler,
  ListAuditEventActionsHandler,
  ListAuditEventsHandler,
} from './infrastructure/audit/audit.reader.js';
import { KeepAuditEvents } from './infrastructure/audit/keep-audit-events.js';
import { Audit1790000000107 } from './infrastructure/migrations/1790000000107-audit.js';
import { memberSchema, MemberStore } from './infrastructure/member.store.js';
import { Organization1790000000101 } from './infrastructure/migrations/1790000000101-organization.js';
import { GetOrganizationHandler, ListOrganizationsHandler } from './infrastructure/organization.reader.js';
import { Sessions1790000000104 } from './infrastructure/migrations/1790000000104-sessions.js';
import { Passwords1790000000105 } from './infrastructure/migrations/1790000000105-passwords.js';
import { GetPasswordOwnerHandler } from './infrastructure/password/password-owner.reader.js';
import { passwordProviders } from './infrastructure/password/password.providers.js';
import { passwordSchema } from './infrastructure/password/password.store.js';
import { PurgeSessionsJob } from './infrastructure/session/purge-sessions.job.js';
import { GetSessionHandler, ListSessionsHandler } from './infrastructure/session/session.reader.js';
import { sessionSchema, SessionStore } from './infrastructure/session/session.store.js';
import { SignedFormTokens } from './infrastructure/session/signed-form-tokens.js';
import { organizationSchema, OrganizationStore } from './infrastructure/organization.store.js';
import { GetTokenHandler, ListTokensHandler } from './infrastructure/token.reader.js';
import { tokenSchema, TokenStore } from './infrastructure/token.store.js';
import { CallerBySessionHandler, CallerByTokenHandler, CallerOfUserHandler } from './infrastructure/caller.reader.js';
import { GetCurrentUserHandler, UserByEmailHandler, UsersByIdsHandler } from './infrastructure/user.reader.js';
import { userSchema, UserStore } from './infrastructure/user.store.js';
import { AuditEventsController } from './interface/audit/audit-events.controller.js';
import { ApiInformationController } from './interface/api-information.controller.js';
import { OrganizationsController } from './interface/organizations.controller.js';
import { AccountController } from './interface/account/account.controller.js';
import { InviteController } from './interface/sign-in/invite.controller.js';
import { PasswordController } from './interface/account/password.controller.js';
import { SignInController } from './interface/sign-in/signin.controller.js';
import { StyleController } from './interface/pages/style.controller.js';
import { UserController } from './interface/user.controller.js';

/** The tables of the Organization context. */
export const organizationPersistence = {
  schema: 'organization',
  migrations: [Organization1790000000101, Sessions1790000000104, Passwords1790000000105, Audit1790000000107],
  entities: [organizationSchema, memberSchema, userSchema, tokenSchema, sessionSchema, passwordSchema],
};

/** What people see of it in a browser. */
const pages = [AccountController, InviteController, PasswordController, SignInController, StyleController];

/** Who is who, and who may do what. */
@Module({
  controllers: [ApiInformationController, AuditEventsController, OrganizationsController, UserController, ...pages],
  providers: [
    { provide: Organizations, useClass: OrganizationStore },
    { provide: Members, useClass: MemberStore },
    { provide: Users, useClass: UserStore },
    { provide: Tokens, useClass: TokenStore },
    { provide: Sessions, useClass: SessionStore },
    { provide: FormTokens, useClass: SignedFormTokens },
    ...passwordProviders,
    AcceptAttemptHandler,
    BeginAttemptHandler,
    CallerBySessionHandler,
    CallerByTokenHandler,
    CallerOfUserHandler,
    CreateOrganizationHandler,
    CreateTokenHandler,
    CreateUserHandler,
    EndSessionsHandler,
    EnsureAdministratorHandler,
    EnterByInviteHandler,
    EnterNewcomerHandler,
    GetAuditEventHandler,
    GetCurrentUserHandler,
    GetOrganizationHandler,
    GetPasswordOwnerHandler,
    GetSessionHandler,
    GetTokenHandler,
    KeepAuditEvents,
    ListAuditEventActionsHandler,
    ListAuditEventsHandler,
    ListOrganizationsHandler,
    ListSessionsHandler,
    ListTokensHandler,
    MakePasswordLinkHandler,
    NoteFailedSignInHandler,
    NoteTokenUseHandler,
    OpenSessionHandler,
    PurgeSessionsJob,
    RevokeTokenHandler,
    StorePasswordHandler,
    UpdateUserHandler,
    UsePasswordLinkHandler,
    UserByEmailHandler,
    UsersByIdsHandler,
  ],
})
export class OrganizationModule {}
