import type { Readable } from 'node:stream';

/** What became of a stream that was stored. */
export interface StoredBlob {
  /** Hex of the SHA-256 of the bytes: their name from now on. */
  sha256: string;
  /** Bytes. */
  size: number;
  /** The first 64 kB, to tell what they are. */
  head: Buffer;
}

/** Bytes `start` to `end`, both included, counted from 0; to the last byte without `end`. */
export interface ByteRange {
  start: number;
  end?: number;
}

export const BLOB_HEAD_BYTES = 64 * 1024;

/**
 * The bytes of files, named by their hash within an organization. A blob is there whole or not at all, never changes,
 * and is streamed both ways. Putting the same bytes again, also at the same time, is one blob. Nothing is shared
 * between organizations, so that nobody can learn whether another one has certain bytes. A store that does not answer
 * makes all of these throw Unavailable.
 */
export abstract class Blobs {
  /** Stores a stream; once answered, it survives a power cut. Throws BlobTooLarge, and then nothing is kept. */
  abstract put(organizationId: string, source: Readable, limits: { maxBytes: number }): Promise<StoredBlob>;

  /** Throws BlobMissing before any byte is given. The range must lie within the blob. */
  abstract open(organizationId: string, sha256: string, range?: ByteRange): Promise<Readable>;

  abstract has(organizationId: string, sha256: string): Promise<boolean>;

  /** Deleting what is not there is no error. */
  abstract delete(organizationId: string, sha256: string): Promise<void>;
}

export class BlobMissing extends Error {
  override name = 'BlobMissing';
}

export class BlobTooLarge extends Error {
  override name = 'BlobTooLarge';

  constructor(readonly maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes`);
  }
}

/** The key of a blob, the same in every store. Throws an Error for what could be another path. */
export function blobKey(organizationId: string, sha256: string): string {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(organizationId)) throw new Error('This is not the id of an organization');
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('This is not a SHA-256');
  return `${organizationId}/${sha256.slice(0, 2)}/${sha256}`;
}
