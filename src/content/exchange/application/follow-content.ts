import { NotAudited } from '#kernel/application/audits';
import { Jobs } from '#kernel/application/jobs';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Command } from '#kernel/domain/messages';
import { GitSyncs } from '../domain/export/git-sync.js';
import { syncJob } from './sync-job.js';

/** The content of a space is another: a repository that follows it is to hold it too. */
@NotAudited('a job is queued, which records what it does')
export class FollowContent extends Command<void> {
  constructor(readonly space: { organizationId: string; spaceId: string }) {
    super();
  }
}

@CommandHandler(FollowContent)
export class FollowContentHandler implements ICommandHandler<FollowContent> {
  constructor(
    private readonly syncs: GitSyncs,
    private readonly jobs: Jobs,
  ) {}

  async execute({ space }: FollowContent): Promise<void> {
    if (await this.syncs.exists(space)) await this.jobs.enqueue(...syncJob(space));
  }
}
