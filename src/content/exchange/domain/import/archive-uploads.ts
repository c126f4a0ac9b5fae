import type { Readable } from 'node:stream';

/** Bytes of every part but the last, which has the rest. */
export const PART_BYTES = 4 * 1024 * 1024;
/** So long after its last part an upload is kept. */
export const UPLOAD_KEPT_MS = 24 * 60 * 60 * 1000;
/** Bytes that uploads may have announced at once: of one caller, and of an organization. */
export const MOST_ANNOUNCED = { caller: 4 * 1024 ** 3, organization: 16 * 1024 ** 3 };

/** Whose upload it is, and of what. Another caller's is not found. */
export interface UploadKey {
  organizationId: string;
  spaceId: string;
  userId: string;
  id: string;
}

/** What is announced of an archive. */
export interface AnnouncedArchive {
  /** Bytes. */
  size: number;
  /** SHA-256 of the bytes, hex. */
  sha256: string;
}

/** An archive that one caller sends in parts, to be imported into a space. */
export interface ArchiveUpload extends UploadKey, AnnouncedArchive {
  /** Bytes of every part but the last. */
  partBytes: number;
  /** SHA-256 of each part in their order; null for one that has not arrived. */
  parts: readonly (string | null)[];
  /** What the import answered, as JSON, once there was one: then the bytes are gone. */
  report: string | null;
  createdAt: Date;
  /** When the last part arrived. */
  updatedAt: Date;
}

/** The uploads that are under way. All methods but `find` work in the open transaction. */
export abstract class ArchiveUploads {
  /** Lets the transactions that begin an upload in an organization follow one another. */
  abstract hold(organizationId: string): Promise<void>;
  /** The latest one of a caller for a space with these bytes. */
  abstract same(of: Omit<UploadKey, 'id'>, archive: AnnouncedArchive): Promise<ArchiveUpload | undefined>;
  /** Bytes of the uploads that are not imported yet. */
  abstract announced(organizationId: string, userId: string): Promise<{ caller: number; organization: number }>;
  /** Throws NotFound when the space is gone. */
  abstract begin(upload: ArchiveUpload): Promise<void>;
  abstract find(key: UploadKey): Promise<ArchiveUpload | undefined>;
  /** Notes a part, counted from 0. False, without any effect, when the upload is imported or gone. */
  abstract received(key: UploadKey, part: number, sha256: string, now: Date): Promise<boolean>;
  /** Forgets which parts arrived, as they have to be sent again. */
  abstract restart(key: UploadKey): Promise<void>;
  /** Notes what the import answered. */
  abstract finish(key: UploadKey, report: string, now: Date): Promise<void>;
  /** Returns whether there was one. */
  abstract remove(key: UploadKey): Promise<boolean>;
  /** Removes uploads of one organization to which nothing was added since a time, at most so many. Returns their ids. */
  abstract removeOld(before: Date, most: number): Promise<string[]>;
}

/** The bytes of uploads, kept apart from those of files. */
export abstract class UploadedBytes {
  /**
   * Stores a part durably before it returns its SHA-256 in hex. Throws SourceRefused, and stores nothing, unless it has
   * exactly `size` bytes.
   */
  abstract put(uploadId: string, part: Readable, size: number): Promise<string>;
  /** The parts one after another. Reading throws PartMissing where one of them is gone. */
  abstract open(uploadId: string, parts: readonly string[]): Readable;
  /** Deletes all parts of an upload; no error where there are none. */
  abstract remove(uploadId: string): Promise<void>;
}

/** A part that had arrived is no longer there, as after the restore of a backup. */
export class PartMissing extends Error {
  override name = 'PartMissing';
}

/** The number of parts of so many bytes. */
export function partsOf(size: number, partBytes: number): number {
  return Math.ceil(size / partBytes);
}

/** The offsets of the parts that have not arrived. */
export function missingParts({ parts, partBytes, report }: ArchiveUpload): number[] {
  if (report !== null) return [];
  return parts.flatMap((hash, at) => (hash === null ? [at * partBytes] : []));
}

/** Which part begins at an offset, and its bytes; undefined where none begins there. */
export function partAt(
  { size, partBytes }: Pick<ArchiveUpload, 'size' | 'partBytes'>,
  offset: number,
): { part: number; size: number } | undefined {
  if (offset % partBytes !== 0 || offset < 0 || offset >= size) return undefined;
  return { part: offset / partBytes, size: Math.min(partBytes, size - offset) };
}
