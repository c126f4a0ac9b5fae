import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { OpensOrganizations } from '#kernel/application/organization-deletion';
import { Invalid, TooLarge, Unavailable } from '#kernel/domain/errors';
import { SqlQuery } from '#kernel/infrastructure/database/sql-query';
import { UnitOfWork } from '#kernel/infrastructure/database/unit-of-work';
import { Outbound, OutboundError } from '#outbound';
import { Blobs, BlobTooLarge } from '../../domain/content/blobs.js';
import type { FileIntake, StoredFile } from '../../domain/content/file-intake.js';
import { noteStoredAhead, StoresByHash } from '../garbage/stored-by-hash.js';
import { mediaType } from './media-type.js';
import { NamesBytes } from './names-bytes.js';

const FETCH_TIMEOUT_MS = 30_000;
/** Far less than bytes wait that were announced. */
const AT_ONCE_MS = 3_600_000;

/**
 * Records bytes that are stored. The row that announced them goes after that of the file is locked, as for those who
 * delete both. What no revision gets is collected a week later.
 */
const NOTE = `with noted as (
    insert into content.file_blob (organization_id, hash, size, content_type, disposition, width, height)
    values ($1, decode($2, 'hex'), $3, $4, $5, $6, $7) on conflict do nothing returning hash
  ), ahead as (
    ${noteStoredAhead('array[$2]')}
  ), announced as (
    delete from content.unused_blob where organization_id = $1 and hash = decode($2, 'hex')
      and (select count(*) from noted) >= 0 returning hash
  ) select count(*)::int as announced from announced`;

/** Stores bytes in the blob store and records their media type, with which they are served later. */
@Injectable()
@OpensOrganizations({ table: 'content.file_blob' })
@StoresByHash({ table: 'file_blob', bytes: true })
@NamesBytes({ table: 'content.file_blob', column: 'hash' })
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
    const begun = performance.now();
    const stored = await this.blobs
      .put(organizationId, bytes instanceof Readable ? bytes : Readable.from(bytes), { maxBytes })
      .catch((error: unknown) => {
        throw error instanceof BlobTooLarge ? new TooLarge(`File ${name} is larger than ${maxBytes} bytes`) : error;
      });
    const { contentType, disposition, width, height } = await mediaType(name, stored.head);
    const values = [stored.sha256, stored.size, contentType, disposition, width ?? null, height ?? null];
    // Recorded outside the transaction of the change: the bytes stay stored even if it is rolled back.
    const noted = await this.unitOfWork.outside(() =>
      this.unitOfWork.repeating(() =>
        this.sql.row<{ announced: number }>('blob.note-2', NOTE, [organizationId, ...values]),
      ),
    );
    if (noted?.announced !== 1 || performance.now() - begun > AT_ONCE_MS)
      await this.#requireBytes(organizationId, stored.sha256, name);
    const file: StoredFile = { blob: stored.sha256, contentType, size: stored.size };
    if (width !== undefined) file.width = width;
    if (height !== undefined) file.height = height;
    return file;
  }

  /** The row was gone: others have stored the same bytes at the same time, or the bytes waited so long that they were deleted. */
  async #requireBytes(organizationId: string, sha256: string, name: string): Promise<void> {
    if (await this.blobs.has(organizationId, sha256)) return;
    throw new Unavailable(`File ${name} took too long to be stored: try again`);
  }
}
