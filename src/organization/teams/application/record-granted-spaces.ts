import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RecordGrantedSpaces } from '../../contract/commands.js';
import { Members } from '../../members/domain/members.js';
import { Teams } from '../domain/teams.js';

@CommandHandler(RecordGrantedSpaces)
export class RecordGrantedSpacesHandler implements ICommandHandler<RecordGrantedSpaces> {
  constructor(
    private readonly members: Members,
    private readonly teams: Teams,
  ) {}

  async execute({ organizationId, counts: { teams, users } }: RecordGrantedSpaces): Promise<void> {
    if (teams && teams.size > 0) await this.teams.recordSpaces(organizationId, teams);
    if (users && users.size > 0) await this.members.recordSpaces(organizationId, users);
  }
}
