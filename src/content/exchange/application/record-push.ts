import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { NotAudited } from '#kernel/application/audits';
import { Clock } from '#kernel/domain/clock';
import { Command } from '#kernel/domain/messages';
import { GitSyncs, type SyncPoint, type SyncTurn } from '../domain/export/git-sync.js';
import type { ImportedState, SourceChanges } from '../domain/import/import-ports.js';
import { Dispatcher } from '#kernel/application/dispatcher';
import { RecordExport } from './record-export.js';

/** Notes that both sides are alike, and what the repository holds where. */
@NotAudited('notes what the repository holds')
export class RecordPush extends Command<void> {
  constructor(
    readonly turn: SyncTurn,
    readonly point: SyncPoint,
    /** Undefined where nothing was written. */
    readonly written?: { state: ImportedState; changes: SourceChanges },
  ) {
    super();
  }
}

@CommandHandler(RecordPush)
export class RecordPushHandler implements ICommandHandler<RecordPush> {
  constructor(
    private readonly syncs: GitSyncs,
    private readonly dispatcher: Dispatcher,
    private readonly clock: Clock,
  ) {}

  async execute({ turn, point, written }: RecordPush): Promise<void> {
    if (written) await this.dispatcher.run(new RecordExport(written.state, written.changes, point.commit));
    await this.syncs.settle(turn, point, this.clock.now());
  }
}
