import { Module } from '@nestjs/common';
import { CreateOrganizationHandler } from './application/create-organization.js';
import { CreateTokenHandler } from './application/create-token.js';
import { CreateUserHandler } from './application/create-user.js';
import { EnsureAdministratorHandler } from './application/ensure-administrator.js';
import { NoteTokenUseHandler } from './application/note-token-use.js';
import { RevokeTokenHandler } from './application/revoke-token.js';
import { EndSessionsHandler } from './application/session/end-sessions.js';
import { OpenSessionHandler } from './application/session/open-session.js';
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
import { PurgeSessionsJob } from './infrastructure/session/purge-sessions.job.js';
import { sessionSchema, SessionStore } from './infrastructure/session/session.store.js';
import { organizationSchema, OrganizationStore } from './infrastructure/organization.store.js';
import { GetTokenHandler, ListTokensHandler } from './infrastructure/token.reader.js';
import { tokenSchema, TokenStore } from './infrastructure/token.store.js';
import { CallerBySessionHandler, CallerByTokenHandler, CallerOfUserHandler } from './infrastructure/caller.reader.js';
import { GetCurrentUserHandler, UserByEmailHandler, UsersByIdsHandler } from './infrastructure/user.reader.js';
import { userSchema, UserStore } from './infrastructure/user.store.js';
import { AuditEventsController } from './interface/audit/audit-events.controller.js';
import { ApiInformationController } from './interface/api-information.controller.js';
import { OrganizationsController } from './interface/organizations.controller.js';
import { UserController } from './interface/user.controller.js';

/** The tables of the Organization context. */
export const organizationPersistence = {
  schema: 'organization',
  migrations: [Organization1790000000101, Sessions1790000000104, Audit1790000000107],
  entities: [organizationSchema, memberSchema, userSchema, tokenSchema, sessionSchema],
};

/** Who is who, and who may do what. */
@Module({
  controllers: [ApiInformationController, AuditEventsController, OrganizationsController, UserController],
  providers: [
    { provide: Organizations, useClass: OrganizationStore },
    { provide: Members, useClass: MemberStore },
    { provide: Users, useClass: UserStore },
    { provide: Tokens, useClass: TokenStore },
    { provide: Sessions, useClass: SessionStore },
    CallerBySessionHandler,
    CallerByTokenHandler,
    CallerOfUserHandler,
    CreateOrganizationHandler,
    CreateTokenHandler,
    CreateUserHandler,
    EndSessionsHandler,
    EnsureAdministratorHandler,
    GetAuditEventHandler,
    GetCurrentUserHandler,
    GetOrganizationHandler,
    GetTokenHandler,
    KeepAuditEvents,
    ListAuditEventActionsHandler,
    ListAuditEventsHandler,
    ListOrganizationsHandler,
    ListTokensHandler,
    NoteTokenUseHandler,
    OpenSessionHandler,
    PurgeSessionsJob,
    RevokeTokenHandler,
    UserByEmailHandler,
    UsersByIdsHandler,
  ],
})
export class OrganizationModule {}
