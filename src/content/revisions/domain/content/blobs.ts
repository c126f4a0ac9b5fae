import type { Readable } from 'node:stream';
import { ID_FORM } from '#kernel/domain/id';

/** The result of storing a stream. */
export interface StoredBlob {
  /** SHA-256 of the bytes in hex: the key of the blob. */
  sha256: string;
  /** Bytes. */
  size: number;
  /** The first 64 kB, from which the media type is detected. */
  head: Buffer;
}

/** Byte positions `start` to `end`, both included, from 0; without `end`, up to the last byte. */
export interface ByteRange {
  start: number;
  end?: number;
}

/** A blob that is in the store, by its name. */
export interface FoundBlob {
  organizationId: string;
  sha256: string;
  /** When it was stored last, by the clock of the store. */
  storedAt: Date;
}

export interface BlobPiece {
  blobs: FoundBlob[];
  /** The position after it; undefined at the end. */
  next: string | undefined;
}

export const BLOB_HEAD_BYTES = 64 * 1024;

/**
 * Runs before bytes are placed in the store under their hash, and waits for who is deleting them. Without it, bytes must
 * not be deleted while others store the same.
 */
export type BeforePut = (organizationId: string, sha256: string) => Promise<void>;

/**
 * The bytes of files, addressed by their hash within an organization. Writes are atomic, blobs never change, and reads
 * and writes are streamed. Storing the same bytes again, even concurrently, results in one blob. Organizations share no
 * blobs, so that none can find out whether another one has certain bytes. All methods throw Unavailable when the store
 * does not respond.
 */
export abstract class Blobs {
  /** Stores a stream durably before it returns. Throws BlobTooLarge, and then stores nothing. */
  abstract put(organizationId: string, source: Readable, limits: { maxBytes: number }): Promise<StoredBlob>;

  /** Throws BlobMissing before it returns any byte. The range must lie within the blob. */
  abstract open(organizationId: string, sha256: string, range?: ByteRange): Promise<Readable>;

  abstract has(organizationId: string, sha256: string): Promise<boolean>;

  /** Deleting a missing blob is no error. */
  abstract delete(organizationId: string, sha256: string): Promise<void>;

  /** Changes whenever the blob is stored again, even though its bytes are the same; undefined where it is missing. */
  abstract stampOf(organizationId: string, sha256: string): Promise<string | undefined>;

  /** Deletes a blob that was not stored again since it had this stamp. Returns whether it is gone. */
  abstract deleteUnchanged(organizationId: string, sha256: string, stamp: string): Promise<boolean>;

  /** Deletes all blobs of an organization, also those that no row names. */
  abstract deleteAll(organizationId: string): Promise<void>;

  /**
   * The next blobs of all organizations after a position, '' at the begin, in an order of the store's own. What was not
   * stored here by its name is left out, so that there may be none in a piece with others after it.
   */
  abstract after(position: string, most: number): Promise<BlobPiece>;

  /** The text of the mark that says which database the store belongs to; undefined without one. */
  abstract readMark(): Promise<string | undefined>;

  /** Replaces the mark, durably before it returns. */
  abstract writeMark(text: string): Promise<void>;
}

/** The name of the mark, beside the folders of organizations; no organization has an id with a dot. */
export const MARK_NAME = 'quire-store.json';

/** Bytes of the longest mark that is read. */
export const MARK_MAX_BYTES = 65_536;

export class BlobMissing extends Error {
  override name = 'BlobMissing';
}

export class BlobTooLarge extends Error {
  override name = 'BlobTooLarge';

  constructor(readonly maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes`);
  }
}

/** The key of a blob, the same in every store. Throws an Error for values that could escape the folder. */
export function blobKey(organizationId: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('This is not a SHA-256');
  return `${blobsOf(organizationId)}${sha256.slice(0, 2)}/${sha256}`;
}

/** The beginning of the keys of all blobs of an organization. Throws an Error for an id that could escape the folder. */
export function blobsOf(organizationId: string): string {
  if (!/^[A-Za-z0-9_-]{1,100}$/.test(organizationId)) throw new Error('This is not the id of an organization');
  return `${organizationId}/`;
}

/** The server itself has a trail, whose files have this organization. */
const SERVER = 'quire';

/** Whether a folder may be that of an organization: others may keep something beside, also by hashes. */
export function isBlobFolder(name: string): boolean {
  return name === SERVER || ID_FORM.test(name);
}

/** The blob that is stored under a key; undefined for what else there may be. */
export function blobAt(key: string): Omit<FoundBlob, 'storedAt'> | undefined {
  const [organizationId = '', , sha256 = ''] = key.split('/');
  if (!isBlobFolder(organizationId) || !/^[0-9a-f]{64}$/.test(sha256)) return undefined;
  return key === blobKey(organizationId, sha256) ? { organizationId, sha256 } : undefined;
}
