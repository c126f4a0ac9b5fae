import type { Readable } from 'node:stream';
import type { Caller } from '#kernel/application/caller';
import type { Dispatcher } from '#kernel/application/dispatcher';
import { Conflict, Invalid, NotFound } from '#kernel/domain/errors';
import { AuthorizeSpace } from '../../spaces/application/space/authorize-space-query.js';
import {
  missingParts,
  partAt,
  type ArchiveUpload,
  type UploadedBytes,
  type UploadKey,
} from '../domain/import/archive-uploads.js';
import { refusalOf } from './source-refusal.js';
import { EndUpload, GetUpload, RecordPart } from './upload.commands.js';

/** The parts of archives: receives them, and gives them back as one. Authorizes the caller before it does anything. */
export class ImportUploads {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly bytes: UploadedBytes,
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

  /** The bytes of a whole archive. Throws Conflict where parts are missing. */
  open(upload: ArchiveUpload): Readable {
    const missing = missingParts(upload);
    if (missing.length > 0) throw new Conflict(`Parts are missing: those at ${missing.slice(0, 5).join(', ')}`);
    return this.bytes.open(upload.id, upload.parts as readonly string[]);
  }

  /** All parts have to be sent again: they are not, or no longer, those of the announced archive. */
  async restart(upload: UploadKey): Promise<void> {
    await this.dispatcher.run(new RecordPart(upload, null));
  }

  async finish(upload: UploadKey, report: object): Promise<void> {
    await this.dispatcher.run(new EndUpload(upload, report));
  }
}
