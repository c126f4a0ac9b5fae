import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { canonicalJson } from '#kernel/domain/canonical-json';
import { Dispatcher } from '#kernel/application/dispatcher';
import { Jobs } from '#kernel/application/jobs';
import { FollowGitFolders } from '../../contract/git.js';
import { GitFollowers } from '../domain/export/git-followers.js';
import type { WantedSync } from '../domain/export/git-sync.js';
import { addressOf } from './git-address.js';
import { syncJob } from './sync-job.js';
import { SetGitSync } from './sync.commands.js';

@CommandHandler(FollowGitFolders)
export class FollowGitFoldersHandler implements ICommandHandler<FollowGitFolders> {
  constructor(
    private readonly followers: GitFollowers,
    private readonly dispatcher: Dispatcher,
    private readonly jobs: Jobs,
  ) {}

  async execute({ caller, organizationId, wanted, folders, wake }: FollowGitFolders): Promise<void> {
    const { direction, branch } = wanted;
    const known = await this.followers.settings(
      organizationId,
      folders.map(({ spaceId }) => spaceId),
    );
    for (const { spaceId, folder } of folders) {
      const sync = { direction, address: addressOf(branch), folder };
      if (!isSame(known.get(spaceId), sync)) await this.dispatcher.run(new SetGitSync(caller, spaceId, sync));
      else if (wake) await this.jobs.enqueue(...syncJob({ organizationId, spaceId }));
    }
  }
}

/** Whether a sync is that already: what it knows besides, such as credentials of the same address, stays. */
function isSame(known: WantedSync | undefined, { direction, address, folder }: WantedSync): boolean {
  if (known?.direction !== direction || known.folder !== folder) return false;
  return canonicalJson({ ...known.address, ...address }) === canonicalJson({ ...known.address });
}
