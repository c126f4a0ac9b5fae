import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { FindIssuesLater } from './issue.commands.js';

export const FIND_ISSUES = 'conversations.find-issues';
const MINUTE = 60_000;

@CommandHandler(FindIssuesLater)
export class FindIssuesLaterHandler implements ICommandHandler<FindIssuesLater> {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** One job at a time for each organization. Where two processes end during a job, those of the same minute are parked. */
  async execute({ organizationId, delay }: FindIssuesLater): Promise<void> {
    const queue = `${FIND_ISSUES} ${organizationId}`;
    const runAt = new Date(this.clock.now().getTime() + delay);
    const minute = Math.floor(runAt.getTime() / MINUTE);
    await this.jobs.enqueue(FIND_ISSUES, { organizationId, minute }, { queue, key: queue, runAt, priority: 5 });
  }
}
