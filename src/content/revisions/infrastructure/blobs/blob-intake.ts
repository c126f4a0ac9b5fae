import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { Invalid, TooLarge } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Outbound, OutboundError } from '#outbound';
import { Blobs, BlobTooLarge } from '../../domain/content/blobs.js';
import type { FileIntake, StoredFile } from '../../domain/content/file-intake.js';
import { mediaType } from './media-type.js';

const FETCH_TIMEOUT_MS = 30_000;

/** Stores bytes in the blob store and records their media type, with which they are served later. */
@Injectable()
@OpensOrganizations({ table: 'content.file_blob' })
export class BlobIntake implements FileIntake {
  constructor(
    private readonly blobs: Blobs,
    private readonly sql: SqlQuery,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbound: Outbound,
  ) {}

  async fetch(organizationId: string, name: string, url: string, maxBytes: number): Promise<StoredFile> {
    try {
      const { body } = await this.outbound.fetch(url, { maxBytes, timeoutMs: FETCH_TIMEOUT_MS });
      return await this.store(organizationId, name, body, maxBytes);
    } catch (error) {
      if (error instanceof OutboundError) throw new Invalid(`File ${name}: ${error.message}`);
      throw error;
    }
  }

  async store(
    organizationId: string,
    name: string,
    bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    maxBytes: number,
  ): Promise<StoredFile> {
    const stored = await this.blobs
      .put(organizationId, bytes instanceof Readable ? bytes : Readable.from(bytes), { maxBytes })
      .catch((error: unknown) => {
        throw error instanceof BlobTooLarge ? new TooLarge(`File ${name} is larger than ${maxBytes} bytes`) : error;
      });
    const { contentType, disposition, width, height } = await mediaType(name, stored.head);
    // Recorded outside the transaction of the change: the bytes stay stored even if it is rolled back.
    await this.unitOfWork.outside(() =>
      this.sql.rows(
        'blob.note',
        `insert into content.file_blob (organization_id, hash, size, content_type, disposition, width, height)
         values ($1, decode($2, 'hex'), $3, $4, $5, $6, $7) on conflict do nothing`,
        [organizationId, stored.sha256, stored.size, contentType, disposition, width ?? null, height ?? null],
      ),
    );
    const file: StoredFile = { blob: stored.sha256, contentType, size: stored.size };
    if (width !== undefined) file.width = width;
    if (height !== undefined) file.height = height;
    return file;
  }
}
