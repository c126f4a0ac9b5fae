import type { Readable } from 'node:stream';
import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import type { Archives } from '../../domain/export/export-ports.js';
import type { ImportedContent } from '../../domain/import/import-ports.js';
import type { Exporter } from './exporter.js';
import { ReachTransfer } from './reach-transfer.js';

/** The current content of a space as an archive. */
export class ExportContent {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly imported: ImportedContent,
    private readonly exporter: Exporter,
    private readonly archives: Archives,
  ) {}

  async archive(caller: Caller, spaceId: string): Promise<{ title: string; version: string; bytes: Readable }> {
    const { organizationId, title } = await this.dispatcher.ask(new ReachTransfer(caller, spaceId, 'read', false));
    const state = await this.imported.load(organizationId, spaceId);
    const tree = await this.exporter.open(state);
    // Where pages stand in the tree depends on the source as well as on the revision.
    const version = `${state.revisionId}.${state.sources}`;
    return { title, version, bytes: this.archives.zip(tree.files()) };
  }
}
