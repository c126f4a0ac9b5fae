import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Invalid, TooLarge } from '#kernel/domain/errors';
import { newId } from '#kernel/domain/id';
import { Outbound, OutboundError } from '#outbound';
import { ContentLimits } from '../../domain/content-limits.js';
import { FileIntake, type StoredFile } from '../../domain/file-intake.js';
import type { FileRecord } from '../../domain/page-record.js';
import type { ChangesOutcome, ContentChange, InsertFiles } from './content-changes.js';

const FETCH_TIMEOUT_MS = 30_000;
const MAX_INLINE_BYTES = 1_000_000;

/** The files of a batch: their bytes are stored, their records wait for the revision. */
export interface ReceivedFiles {
  records: FileRecord[];
  outcomes: ChangesOutcome['insertedFiles'];
}

/** Stores the bytes of the files that a batch brings, before anything is locked. */
@Injectable()
export class BatchFiles {
  constructor(
    private readonly intake: FileIntake,
    private readonly outbound: Outbound,
    private readonly limits: ContentLimits,
  ) {}

  async receive(organizationId: string, changes: readonly ContentChange[]): Promise<ReceivedFiles> {
    const wanted = changes.flatMap((change) => (change.operation === 'insert_files' ? change.files : []));
    const received: ReceivedFiles = { records: [], outcomes: [] };
    for (const file of wanted) {
      const stored = await this.#store(organizationId, file);
      const record: FileRecord = { ...stored, id: newId(), name: file.name };
      received.records.push(record);
      received.outcomes.push({
        id: record.id,
        name: record.name,
        ...(file.ref === undefined ? {} : { ref: file.ref }),
      });
    }
    return received;
  }

  async #store(organizationId: string, file: InsertFiles['files'][number]): Promise<StoredFile> {
    try {
      return await this.intake.store(organizationId, file.name, await this.#open(file), this.limits.maxFileBytes);
    } catch (error) {
      if (error instanceof OutboundError) throw new Invalid(`File ${file.name}: ${error.message}`);
      throw error;
    }
  }

  async #open(file: InsertFiles['files'][number]): Promise<Readable> {
    if ((file.url === undefined) === (file.base64 === undefined)) {
      throw new Invalid(`File ${file.name} needs either url or base64`);
    }
    if (file.base64 !== undefined) {
      if (file.contentType === undefined) throw new Invalid(`File ${file.name}: base64 needs its contentType`);
      const bytes = Buffer.from(file.base64, 'base64');
      if (bytes.length > MAX_INLINE_BYTES) throw new TooLarge(`File ${file.name}: base64 takes at most 1 MB`);
      return Readable.from([bytes]);
    }
    const request = { maxBytes: this.limits.maxFileBytes, timeoutMs: FETCH_TIMEOUT_MS };
    return (await this.outbound.fetch(file.url ?? '', request)).body;
  }
}
