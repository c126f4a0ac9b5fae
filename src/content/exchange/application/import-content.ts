import type { Readable } from 'node:stream';
import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { Conflict } from '#kernel/domain/errors';
import { PartMissing } from '../domain/import/archive-uploads.js';
import type { SourceOpener } from '../domain/import/import-ports.js';
import { SourceDiffers, type SourceTree } from '../domain/import/sources.js';
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
    if (upload.report !== null) return JSON.parse(upload.report) as ImportView;
    try {
      const open = () => this.opener.assembled(this.uploads.open(upload), upload);
      const view = await this.#import(caller, spaceId, open, false);
      await this.uploads.finish(upload, view);
      return view;
    } catch (error) {
      if (!(error instanceof SourceDiffers || error instanceof PartMissing)) throw error;
      await this.uploads.restart(upload);
      throw new Conflict('The parts are not those of the announced archive: send all of them again');
    }
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
