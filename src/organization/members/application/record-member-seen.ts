import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Members } from '../domain/members.js';
import { authorizeOrganization } from '../../organizations/application/authorize-organization.js';
import { RecordMemberSeen } from './member.commands.js';

@CommandHandler(RecordMemberSeen)
export class RecordMemberSeenHandler implements ICommandHandler<RecordMemberSeen> {
  constructor(
    private readonly members: Members,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId }: RecordMemberSeen): Promise<void> {
    authorizeOrganization(caller, organizationId);
    await this.members.recordSeen(organizationId, caller.userId, this.clock.now());
  }
}
