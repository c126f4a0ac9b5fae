import type { Readable } from 'node:stream';
import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { Conflict, Invalid, NotFound } from '#kernel/domain/errors';
import { AuthorizeSpace } from '../../spaces/application/space/authorize-space-query.js';
import {
  missingParts,
  partAt,
  PartMissing,
  type ArchiveUpload,
  type UploadedBytes,
} from '../domain/import/archive-uploads.js';
import type { SourceOpener } from '../domain/import/import-ports.js';
import { SourceDiffers, type SourceTree } from '../domain/import/sources.js';
import { refusalOf } from './source-refusal.js';
import { EndUpload, GetUpload, RecordPart } from './upload.commands.js';

/** The parts of archives: receives them, and gives them back as one. Authorizes the caller before it does anything. */
export class ImportUploads {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly bytes: UploadedBytes,
    private readonly opener: SourceOpener,
  ) {}

  /** An upload of the caller's own. */
  async get(caller: Caller, spaceId: string, id: string, edits = false): Promise<ArchiveUpload> {
    const { organizationId } = await this.dispatcher.ask(new AuthorizeSpace(caller, spaceId, 'edit', edits));
    return this.dispatcher.ask(new GetUpload({ organizationId, spaceId, userId: caller.userId, id }));
  }

  /**
   * Stores the part that begins at an offset, in the place of one that had arrived. `open` is called once the caller, the
   * upload and the offset are known to be right.
   */
  async receive(
    caller: Caller,
    spaceId: string,
    id: string,
    offset: number,
    open: () => Promise<Readable>,
  ): Promise<void> {
    const upload = await this.get(caller, spaceId, id, true);
    if (upload.report !== null) throw new Conflict('This archive is imported already');
    const place = partAt(upload, offset);
    if (!place) throw new Invalid(`offset must be a multiple of ${upload.partBytes} below ${upload.size}`);
    try {
      const sha256 = await this.bytes.put(id, await open(), place.size);
      if (await this.dispatcher.run(new RecordPart(upload, { part: place.part, sha256 }))) return;
    } catch (error) {
      throw refusalOf(error);
    }
    await this.bytes.remove(id);
    throw new NotFound('Upload not found');
  }

  /** Gives an import the archive, and keeps what it answers. Throws Conflict where all parts have to be sent again. */
  async use<V extends object>(
    upload: ArchiveUpload,
    work: (open: () => Promise<SourceTree>) => Promise<V>,
  ): Promise<V> {
    try {
      const view = await work(() => this.opener.assembled(this.#bytesOf(upload), upload));
      await this.dispatcher.run(new EndUpload(upload, view));
      return view;
    } catch (error) {
      if (!(error instanceof SourceDiffers || error instanceof PartMissing)) throw error;
      await this.dispatcher.run(new RecordPart(upload, null));
      throw new Conflict('The parts are not those of the announced archive: send all of them again');
    }
  }

  /** The bytes of a whole archive. Throws Conflict where parts are missing. */
  #bytesOf(upload: ArchiveUpload): Readable {
    const missing = missingParts(upload);
    if (missing.length > 0) throw new Conflict(`Parts are missing: those at ${missing.slice(0, 5).join(', ')}`);
    return this.bytes.open(upload.id, upload.parts as readonly string[]);
  }
}
