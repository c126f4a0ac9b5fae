import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Conflict } from '#kernel/domain/errors';
import { Command } from '#kernel/domain/messages';
import { ImportedContent, type ImportedState, type SourceChanges } from '../domain/import/import-ports.js';
import { Revisions } from '../../revisions/domain/ports.js';

/** Records that a repository now has the content of a space. Throws Conflict if an import came in between. */
@NotAudited('notes what the repository holds')
export class RecordExport extends Command<void> {
  constructor(
    readonly state: Pick<ImportedState, 'organizationId' | 'spaceId' | 'sources'>,
    readonly changes: SourceChanges,
  ) {
    super();
  }
}

@CommandHandler(RecordExport)
export class RecordExportHandler implements ICommandHandler<RecordExport> {
  constructor(
    private readonly revisions: Revisions,
    private readonly imported: ImportedContent,
  ) {}

  async execute({ state, changes }: RecordExport): Promise<void> {
    const { organizationId, spaceId, sources } = state;
    const locked = await this.revisions.lockHead(spaceId);
    if (!locked || (await this.imported.sources(organizationId, spaceId)) !== sources) {
      throw new Conflict('The space was imported anew while it was exported');
    }
    await this.imported.save(organizationId, spaceId, changes);
  }
}
