import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Conflict } from '#kernel/domain/errors';
import { Events } from '#kernel/domain/events';
import { Command } from '#kernel/domain/messages';
import { GitSyncCompleted } from '../../contract/events.js';
import { ImportedContent, type ImportedState, type SourceChanges } from '../domain/import/import-ports.js';
import { Revisions } from '../../revisions/domain/ports.js';

/** Records that a commit of a repository now has the content of a space. Throws Conflict if an import came in between. */
@NotAudited('notes what the repository holds')
export class RecordExport extends Command<void> {
  constructor(
    readonly state: Pick<ImportedState, 'organizationId' | 'spaceId' | 'revisionId' | 'sources'>,
    readonly changes: SourceChanges,
    readonly commit: string,
  ) {
    super();
  }
}

@CommandHandler(RecordExport)
export class RecordExportHandler implements ICommandHandler<RecordExport> {
  constructor(
    private readonly revisions: Revisions,
    private readonly imported: ImportedContent,
    private readonly events: Events,
  ) {}

  async execute({ state, changes, commit }: RecordExport): Promise<void> {
    const { organizationId, spaceId, revisionId, sources } = state;
    const locked = await this.revisions.lockHead(spaceId);
    if (!locked || (await this.imported.sources(organizationId, spaceId)) !== sources) {
      throw new Conflict('The space was imported anew while it was exported');
    }
    await this.imported.save(organizationId, spaceId, changes);
    await this.events.store([new GitSyncCompleted(organizationId, spaceId, 'success', revisionId, commit)]);
  }
}
