import { Module } from '@nestjs/common';
import { CreateOrganizationHandler } from './application/create-organization.js';
import { CreateTokenHandler } from './application/create-token.js';
import { CreateUserHandler } from './application/create-user.js';
import { EnsureAdministratorHandler } from './application/ensure-administrator.js';
import { ChangeMemberRoleHandler } from './application/member/change-member-role.js';
import { NoteGrantedSpacesHandler } from './application/member/note-granted-spaces.js';
import { NoteMemberSeenHandler } from './application/member/note-member-seen.js';
import { RemoveMemberHandler } from './application/member/remove-member.js';
import { SetSsoMemberHandler } from './application/member/set-sso-member.js';
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
import { ChangeTeamMembersHandler } from './application/team/change-team-members.js';
import { CreateTeamHandler } from './application/team/create-team.js';
import { DeleteTeamHandler } from './application/team/delete-team.js';
import { PutTeamMemberHandler } from './application/team/put-team-member.js';
import { RemoveTeamMemberHandler } from './application/team/remove-team-member.js';
import { RenameTeamHandler } from './application/team/rename-team.js';
import { Teams } from './domain/team/teams.js';
import { memberSchema, MemberStore } from './infrastructure/member.store.js';
import { GetMemberHandler, ListMembersHandler, MembersByIdsHandler } from './infrastructure/member/member.reader.js';
import { Organization1790000000101 } from './infrastructure/migrations/1790000000101-organization.js';
import { Teams1790000000102 } from './infrastructure/migrations/1790000000102-teams.js';
import { GetOrganizationHandler, ListOrganizationsHandler } from './infrastructure/organization.reader.js';
import { Sessions1790000000104 } from './infrastructure/migrations/1790000000104-sessions.js';
import { PurgeSessionsJob } from './infrastructure/session/purge-sessions.job.js';
import { sessionSchema, SessionStore } from './infrastructure/session/session.store.js';
import { organizationSchema, OrganizationStore } from './infrastructure/organization.store.js';
import { ListTeamMembersHandler, ListTeamsOfMemberHandler } from './infrastructure/team/team-member.reader.js';
import { GetTeamHandler, ListTeamsHandler, TeamsByIdsHandler } from './infrastructure/team/team.reader.js';
import { teamSchema, TeamStore } from './infrastructure/team/team.store.js';
import { GetTokenHandler, ListTokensHandler } from './infrastructure/token.reader.js';
import { tokenSchema, TokenStore } from './infrastructure/token.store.js';
import { CallerBySessionHandler, CallerByTokenHandler, CallerOfUserHandler } from './infrastructure/caller.reader.js';
import { GetCurrentUserHandler, UserByEmailHandler, UsersByIdsHandler } from './infrastructure/user.reader.js';
import { userSchema, UserStore } from './infrastructure/user.store.js';
import { AuditEventsController } from './interface/audit/audit-events.controller.js';
import { ApiInformationController } from './interface/api-information.controller.js';
import { MembersController, PingController } from './interface/member/members.controller.js';
import { OrganizationsController } from './interface/organizations.controller.js';
import { TeamMembersController } from './interface/team/team-members.controller.js';
import { TeamsController } from './interface/team/teams.controller.js';
import { UserController } from './interface/user.controller.js';

/** The tables of the Organization context. */
export const organizationPersistence = {
  schema: 'organization',
  migrations: [Organization1790000000101, Teams1790000000102, Sessions1790000000104, Audit1790000000107],
  entities: [organizationSchema, memberSchema, userSchema, tokenSchema, teamSchema, sessionSchema],
};

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
    ListTokensHandler,
    MembersByIdsHandler,
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
    TeamsByIdsHandler,
    UserByEmailHandler,
    UsersByIdsHandler,
  ],
})
export class OrganizationModule {}
