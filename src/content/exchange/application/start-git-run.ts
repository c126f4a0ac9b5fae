import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import type { Caller } from '#kernel/application/caller';
import { Jobs } from '#kernel/application/jobs';
import { Clock } from '#kernel/domain/clock';
import { Command } from '#kernel/domain/messages';
import { GitLinks, type WantedGitRun } from '../domain/export/git-link.js';
import { Spaces } from '../../spaces/domain/space/spaces.js';
import { authorizeSpace, requireUnlocked } from '../../spaces/application/space/authorize-space.js';

/** How often a run is tried, with growing pauses, before it is given up. */
export const GIT_ATTEMPTS = 5;
/** The jobs that do the runs. */
export const GIT_JOBS = { import: 'content.import-git', export: 'content.export-git' } as const;

/** Has a repository imported into a space, or a space exported into a repository, after the answer. */
@NotAudited('an import makes a revision that tells who asked for it, and an export changes nothing here')
export class StartGitRun extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly spaceId: string,
    readonly wanted: WantedGitRun,
  ) {
    super();
  }
}

@CommandHandler(StartGitRun)
export class StartGitRunHandler implements ICommandHandler<StartGitRun> {
  constructor(
    private readonly spaces: Spaces,
    private readonly links: GitLinks,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, spaceId, wanted }: StartGitRun): Promise<void> {
    const space = await authorizeSpace(this.spaces, caller, spaceId, 'create');
    if (wanted.direction === 'import') requireUnlocked(space);
    const { organizationId } = space;
    const id = await this.links.start({ organizationId, spaceId }, caller.userId, wanted, this.clock.now());
    // The job contains nothing of the URL, which may contain a secret.
    const name = `content.git:${spaceId}`;
    const options = { queue: name, key: name, maxAttempts: GIT_ATTEMPTS };
    await this.jobs.enqueue(GIT_JOBS[wanted.direction], { organizationId, spaceId, id }, options);
  }
}
