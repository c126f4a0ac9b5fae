import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Members } from '../domain/members.js';
import { authorizeOrganization } from '../../organizations/application/authorize-organization.js';
import { NoteMemberSeen } from './member.commands.js';

@CommandHandler(NoteMemberSeen)
export class NoteMemberSeenHandler implements ICommandHandler<NoteMemberSeen> {
  constructor(
    private readonly members: Members,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, organizationId }: NoteMemberSeen): Promise<void> {
    authorizeOrganization(caller, organizationId);
    await this.members.noteSeen(organizationId, caller.userId, this.clock.now());
  }
}
