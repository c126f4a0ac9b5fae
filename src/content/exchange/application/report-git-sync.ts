import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Events } from '#kernel/domain/events';
import { Command } from '#kernel/domain/messages';
import { GitSyncCompleted, GitSyncStarted } from '../../contract/events.js';
import { ImportedContent } from '../domain/import/import-ports.js';

/** A commit, and the revision of the space that it is exchanged with. */
export interface ExchangedCommit {
  revision: string;
  commit: string;
}

/**
 * Reports that the exchange of a commit has started or failed. Its success is reported by the command that stores what
 * came of it. The revision is the current one unless given; returned is which.
 */
@NotAudited('the revision or commit that is made tells who wrote what')
export class ReportGitSync extends Command<string | undefined> {
  constructor(
    readonly space: { organizationId: string; spaceId: string },
    readonly state: 'started' | 'failure',
    readonly commit: string,
    readonly revision?: string,
  ) {
    super();
  }
}

@CommandHandler(ReportGitSync)
export class ReportGitSyncHandler implements ICommandHandler<ReportGitSync> {
  constructor(
    private readonly imported: ImportedContent,
    private readonly events: Events,
  ) {}

  async execute({ space, state, commit, revision: given }: ReportGitSync): Promise<string | undefined> {
    const { organizationId, spaceId } = space;
    const revision = given ?? (await this.imported.revision(organizationId, spaceId));
    if (revision === undefined) return undefined;
    const event =
      state === 'started'
        ? new GitSyncStarted(organizationId, spaceId, revision, commit)
        : new GitSyncCompleted(organizationId, spaceId, state, revision, commit);
    await this.events.store([event]);
    return revision;
  }
}
