import { Global, Module } from '@nestjs/common';
import { ChangeMemberRoleHandler } from './application/change-member-role.js';
import { CreateUserHandler } from './application/create-user.js';
import { RecordMemberSeenHandler } from './application/record-member-seen.js';
import { RemoveMemberHandler } from './application/remove-member.js';
import { SetSsoMemberHandler } from './application/set-sso-member.js';
import { UpdateUserHandler } from './application/update-user.js';
import { Members } from './domain/members.js';
import { Users } from './domain/users.js';
import { CallerOfUserHandler } from './infrastructure/caller-of-user.reader.js';
import { MembersOfOrganizationHandler, AccessOfMembersHandler } from './infrastructure/member-access.reader.js';
import { GetMemberHandler, ListMembersHandler, MembersByIdsHandler } from './infrastructure/member.reader.js';
import { MemberStore } from './infrastructure/member.store.js';
import {
  GetCurrentUserHandler,
  GetUserHandler,
  UserByEmailHandler,
  UsersByIdsHandler,
} from './infrastructure/user.reader.js';
import { UserStore } from './infrastructure/user.store.js';
import { MembersController, PingController } from './interface/members.controller.js';
import { UserController } from './interface/user.controller.js';
import { UsersController } from './interface/users.controller.js';

/**
 * Users, and their membership in organizations with a role. Answers who a user is as a caller, with the roles and teams
 * from which all permissions follow, so this is a core area.
 *
 * Tables: `user`, `member`. Events: `organization.member-removed`. Jobs: none.
 */
@Global()
@Module({
  controllers: [MembersController, PingController, UserController, UsersController],
  providers: [
    { provide: Members, useClass: MemberStore },
    { provide: Users, useClass: UserStore },
    ChangeMemberRoleHandler,
    CreateUserHandler,
    RecordMemberSeenHandler,
    RemoveMemberHandler,
    SetSsoMemberHandler,
    UpdateUserHandler,
    CallerOfUserHandler,
    MembersOfOrganizationHandler,
    AccessOfMembersHandler,
    ListMembersHandler,
    GetMemberHandler,
    MembersByIdsHandler,
    UserByEmailHandler,
    GetCurrentUserHandler,
    GetUserHandler,
    UsersByIdsHandler,
  ],
  exports: [Members, Users],
})
export class MembersModule {}
