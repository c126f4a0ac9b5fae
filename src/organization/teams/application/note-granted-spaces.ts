import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NoteGrantedSpaces } from '../../contract/commands.js';
import { Members } from '../../members/domain/members.js';
import { Teams } from '../domain/teams.js';

@CommandHandler(NoteGrantedSpaces)
export class NoteGrantedSpacesHandler implements ICommandHandler<NoteGrantedSpaces> {
  constructor(
    private readonly members: Members,
    private readonly teams: Teams,
  ) {}

  async execute({ organizationId, counts: { teams, users } }: NoteGrantedSpaces): Promise<void> {
    if (teams && teams.size > 0) await this.teams.noteSpaces(organizationId, teams);
    if (users && users.size > 0) await this.members.noteSpaces(organizationId, users);
  }
}
