import { Global, Module } from '@nestjs/common';
import { ChangeTeamMembersHandler } from './application/change-team-members.js';
import { CreateTeamHandler } from './application/create-team.js';
import { DeleteTeamHandler } from './application/delete-team.js';
import { RecordGrantedSpacesHandler } from './application/record-granted-spaces.js';
import { PutTeamMemberHandler } from './application/put-team-member.js';
import { RemoveTeamMemberHandler } from './application/remove-team-member.js';
import { RenameTeamHandler } from './application/rename-team.js';
import { Teams } from './domain/teams.js';
import { ListTeamMembersHandler, ListTeamsOfMemberHandler } from './infrastructure/team-member.reader.js';
import { GetTeamHandler, ListTeamsHandler, TeamsByIdsHandler } from './infrastructure/team.reader.js';
import { TeamStore } from './infrastructure/team.store.js';
import { MemberTeamsController } from './interface/member-teams.controller.js';
import { TeamMembersController } from './interface/team-members.controller.js';
import { TeamsController } from './interface/teams.controller.js';

/**
 * Teams: members of an organization to whom permissions are granted together. A caller carries the ids of their teams,
 * so this is a core area.
 *
 * Tables: `team`, `team_member`. Events: `organization.team-deleted`. Jobs: none.
 */
@Global()
@Module({
  controllers: [MemberTeamsController, TeamMembersController, TeamsController],
  providers: [
    { provide: Teams, useClass: TeamStore },
    ChangeTeamMembersHandler,
    CreateTeamHandler,
    DeleteTeamHandler,
    RecordGrantedSpacesHandler,
    PutTeamMemberHandler,
    RemoveTeamMemberHandler,
    RenameTeamHandler,
    ListTeamMembersHandler,
    ListTeamsOfMemberHandler,
    ListTeamsHandler,
    GetTeamHandler,
    TeamsByIdsHandler,
  ],
  exports: [Teams],
})
export class TeamsModule {}
