import { Module } from '@nestjs/common';
import { CreateOrganizationHandler } from './application/create-organization.js';
import { CreateTokenHandler } from './application/create-token.js';
import { CreateUserHandler } from './application/create-user.js';
import { EnsureAdministratorHandler } from './application/ensure-administrator.js';
import { NoteTokenUseHandler } from './application/note-token-use.js';
import { RevokeTokenHandler } from './application/revoke-token.js';
import { Members, Organizations, Tokens, Users } from './domain/ports.js';
import {
  MembersByIdsHandler,
  NoteGrantedSpacesHandler,
  TeamsByIdsHandler,
} from './infrastructure/grant-subjects.reader.js';
import { MembersOfOrganizationHandler } from './infrastructure/member/member-standing.reader.js';
import { memberSchema, MemberStore } from './infrastructure/member.store.js';
import { Organization1790000000101 } from './infrastructure/migrations/1790000000101-organization.js';
import { Teams1790000000102 } from './infrastructure/migrations/1790000000102-teams.js';
import { GetOrganizationHandler, ListOrganizationsHandler } from './infrastructure/organization.reader.js';
import { organizationSchema, OrganizationStore } from './infrastructure/organization.store.js';
import { GetTokenHandler, ListTokensHandler } from './infrastructure/token.reader.js';
import { tokenSchema, TokenStore } from './infrastructure/token.store.js';
import {
  CallerByTokenHandler,
  CallerOfUserHandler,
  GetCurrentUserHandler,
  UserByEmailHandler,
  UsersByIdsHandler,
} from './infrastructure/user.reader.js';
import { userSchema, UserStore } from './infrastructure/user.store.js';
import { ApiInformationController } from './interface/api-information.controller.js';
import { OrganizationsController } from './interface/organizations.controller.js';
import { UserController } from './interface/user.controller.js';

/** The tables of the Organization context. */
export const organizationPersistence = {
  schema: 'organization',
  migrations: [Organization1790000000101, Teams1790000000102],
  entities: [organizationSchema, memberSchema, userSchema, tokenSchema],
};

/** Who is who, and who may do what. */
@Module({
  controllers: [ApiInformationController, OrganizationsController, UserController],
  providers: [
    { provide: Organizations, useClass: OrganizationStore },
    { provide: Members, useClass: MemberStore },
    { provide: Users, useClass: UserStore },
    { provide: Tokens, useClass: TokenStore },
    CallerByTokenHandler,
    CallerOfUserHandler,
    CreateOrganizationHandler,
    CreateTokenHandler,
    CreateUserHandler,
    EnsureAdministratorHandler,
    GetCurrentUserHandler,
    GetOrganizationHandler,
    GetTokenHandler,
    ListOrganizationsHandler,
    ListTokensHandler,
    MembersByIdsHandler,
    MembersOfOrganizationHandler,
    NoteGrantedSpacesHandler,
    NoteTokenUseHandler,
    RevokeTokenHandler,
    TeamsByIdsHandler,
    UserByEmailHandler,
    UsersByIdsHandler,
  ],
})
export class OrganizationModule {}
