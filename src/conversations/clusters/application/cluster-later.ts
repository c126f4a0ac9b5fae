import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { ClusterLater } from './cluster.commands.js';

export const JOIN_CLUSTERS = 'conversations.join-clusters';
export const DESCRIBE_CLUSTERS = 'conversations.describe-clusters';
export const GROUP_ISSUES = 'conversations.group-issues';

const NAMES = { join: JOIN_CLUSTERS, describe: DESCRIBE_CLUSTERS, group: GROUP_ISSUES };
/** What was just found joins before old issues are grouped anew. */
const PRIORITIES = { join: 5, describe: 6, group: 9 };
const MINUTE = 60_000;

@CommandHandler(ClusterLater)
export class ClusterLaterHandler implements ICommandHandler<ClusterLater> {
  constructor(
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** One job of a kind at a time for each organization. Where two processes end during it, those of the same minute are parked. */
  async execute({ job, organizationId, delay }: ClusterLater): Promise<void> {
    const queue = `${NAMES[job]} ${organizationId}`;
    const runAt = new Date(this.clock.now().getTime() + delay);
    const minute = Math.floor(runAt.getTime() / MINUTE);
    const options = { queue, key: queue, runAt, priority: PRIORITIES[job] };
    await this.jobs.enqueue(NAMES[job], { organizationId, minute }, options);
  }
}
