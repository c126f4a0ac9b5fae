import type { Readable } from 'node:stream';
import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { Conflict } from '#kernel/domain/errors';
import type { SourceOpener } from '../domain/import/import-ports.js';
import type { SourceTree } from '../domain/import/sources.js';
import type { ImportProposalView } from './import-proposal.view.js';
import type { ImportUploads } from './import-uploads.js';
import type { Importer } from './importer.js';
import { refusalOf } from './source-refusal.js';
import { AuthorizeSpace } from '../../spaces/application/space/authorize-space-query.js';
import type { ImportView } from './transfer.view.js';

/** Imports an upload, or from a URL. Authorizes the caller before it receives anything. */
export class ImportContent {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly opener: SourceOpener,
    private readonly importer: Importer,
    private readonly uploads: ImportUploads,
  ) {}

  /** Throws what `importArchive` and `importFrom` would refuse the caller with. */
  async letIn(caller: Caller, spaceId: string): Promise<void> {
    await this.dispatcher.ask(new AuthorizeSpace(caller, spaceId, 'edit', true));
  }

  /** A zip archive replaces what earlier imports brought. */
  importArchive(caller: Caller, spaceId: string, bytes: Readable): Promise<ImportView> {
    return this.#import(caller, spaceId, () => this.opener.archive(bytes), false);
  }

  /** The same for an archive that was sent in parts. Asked again, it answers what it did. */
  async importUpload(caller: Caller, spaceId: string, uploadId: string): Promise<ImportView> {
    const upload = await this.uploads.get(caller, spaceId, uploadId, true);
    if (upload.report === null) {
      return this.uploads.use(upload, (open) => this.#import(caller, spaceId, open, false));
    }
    const { changeRequest, vanishedAnchors: _, ...view } = JSON.parse(upload.report) as Partial<ImportProposalView>;
    if (changeRequest === undefined) return view as ImportView;
    throw new Conflict('This archive was imported into a change request: announce it again');
  }

  /** An archive replaces what earlier imports brought; a single Markdown file is added, or replaces its namesake. */
  importFrom(caller: Caller, spaceId: string, url: string, kind: 'zip' | 'markdown'): Promise<ImportView> {
    return this.#import(caller, spaceId, () => this.opener.fetch(url, kind), kind === 'markdown');
  }

  async #import(caller: Caller, spaceId: string, open: () => Promise<SourceTree>, adds: boolean): Promise<ImportView> {
    const space = await this.dispatcher.ask(new AuthorizeSpace(caller, spaceId, 'edit', true));
    try {
      const tree = await open();
      try {
        return await this.importer.run(space, tree, { author: caller.userId, adds });
      } finally {
        await tree.close();
      }
    } catch (error) {
      throw refusalOf(error);
    }
  }
}
