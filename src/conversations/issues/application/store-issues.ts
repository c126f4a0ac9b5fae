import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/domain/clock';
import { Events } from '#kernel/domain/events';
import { IssuesCreated } from '../../contract/events.js';
import { Issues } from '../domain/issues.js';
import { StoreIssues } from './issue.commands.js';

@CommandHandler(StoreIssues)
export class StoreIssuesHandler implements ICommandHandler<StoreIssues> {
  constructor(
    private readonly issues: Issues,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, results }: StoreIssues): Promise<void> {
    const stored = await this.issues.store(organizationId, results, this.clock.now());
    if (stored > 0) await this.events.store([new IssuesCreated(organizationId)]);
  }
}
