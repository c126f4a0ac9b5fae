import { Readable } from 'node:stream';
import { BlobMissing, BlobTooLarge, type Blobs } from '../../revisions/domain/content/blobs.js';
import { PartMissing, type UploadedBytes } from '../domain/import/archive-uploads.js';
import { SourceRefused } from '../domain/import/sources.js';

/**
 * Parts of uploads in a store of their own, each upload a folder there: what removes an upload can remove nothing else,
 * though it may hold the bytes of a file.
 */
export class StoredParts implements UploadedBytes {
  constructor(private readonly blobs: Blobs) {}

  async put(uploadId: string, part: Readable, size: number): Promise<string> {
    const stored = await this.blobs.put(uploadId, part, { maxBytes: size }).catch((error: unknown) => {
      if (error instanceof BlobTooLarge) throw new SourceRefused(`This part has more than its ${size} bytes`);
      if (part.errored === error) throw new SourceRefused(`The part did not arrive whole: ${(error as Error).message}`);
      throw error;
    });
    if (stored.size === size) return stored.sha256;
    await this.blobs.delete(uploadId, stored.sha256);
    throw new SourceRefused(`This part has ${stored.size} bytes instead of ${size}`);
  }

  open(uploadId: string, parts: readonly string[]): Readable {
    return Readable.from(this.#read(uploadId, parts), { objectMode: false });
  }

  remove(uploadId: string): Promise<void> {
    return this.blobs.deleteAll(uploadId);
  }

  /** One part is open at a time. */
  async *#read(uploadId: string, parts: readonly string[]): AsyncGenerator<Buffer> {
    for (const hash of parts) {
      const part = await this.blobs.open(uploadId, hash).catch((error: unknown) => {
        throw error instanceof BlobMissing ? new PartMissing(error.message) : error;
      });
      yield* part as AsyncIterable<Buffer>;
    }
  }
}
