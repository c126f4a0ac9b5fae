import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Clock } from '#kernel/domain/clock';
import { Invalid, NotFound } from '#kernel/domain/errors';
import { Events } from '#kernel/domain/events';
import { Command } from '#kernel/domain/messages';
import { GitSyncCompleted } from '../../contract/events.js';
import { ContentLimits } from '../../spaces/domain/space/content-limits.js';
import { ImportedContent, type ImportedState } from '../domain/import/import-ports.js';
import type { MergedImport } from '../domain/import/merge-import.js';
import { Revisions, type RevisionDraft } from '../../revisions/domain/ports.js';
import { requireUnlocked } from '../../spaces/application/space/authorize-space.js';

/**
 * The last step of an import: makes one revision of what was prepared. Answers its id, or undefined, without any effect,
 * when the space has changed since it was looked at.
 */
@NotAudited('the revision it makes tells who wrote what')
export class CommitImport extends Command<string | undefined> {
  constructor(
    readonly state: Pick<ImportedState, 'organizationId' | 'spaceId' | 'revisionId' | 'sources'>,
    readonly merged: MergedImport,
    readonly author: string,
    readonly git?: RevisionDraft['git'],
  ) {
    super();
  }
}

@CommandHandler(CommitImport)
export class CommitImportHandler implements ICommandHandler<CommitImport> {
  constructor(
    private readonly revisions: Revisions,
    private readonly imported: ImportedContent,
    private readonly limits: ContentLimits,
    private readonly events: Events,
    private readonly clock: Clock,
  ) {}

  async execute({ state, merged, author, git }: CommitImport): Promise<string | undefined> {
    const { organizationId, spaceId } = state;
    const { maxPages } = this.limits;
    if (merged.count > maxPages) throw new Invalid(`A space holds at most ${maxPages} pages`);
    const locked = await this.revisions.lockHead(spaceId);
    if (!locked || locked.space.deleted || locked.head.organizationId !== organizationId)
      throw new NotFound('Space not found');
    const { space, head } = locked;
    requireUnlocked(space);
    const unchanged =
      head.revisionId === state.revisionId && (await this.imported.sources(organizationId, spaceId)) === state.sources;
    if (!unchanged) return undefined;
    const { sources, count: _, ...records } = merged;
    const revision = await this.revisions.commit({
      ...records,
      head,
      type: 'edits',
      author,
      now: this.clock.now(),
      documents: [],
      git,
    });
    await this.imported.save(organizationId, spaceId, sources);
    if (git) await this.events.store([new GitSyncCompleted(organizationId, spaceId, 'success', revision, git.oid)]);
    return revision;
  }
}
