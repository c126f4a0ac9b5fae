import type { FileRecord } from '../page/page-record.js';

/** The properties of stored bytes. */
export type StoredFile = Omit<FileRecord, 'id' | 'name'>;

/** Stores the bytes of a file, and detects and records their media type. */
export abstract class FileIntake {
  /**
   * Throws TooLarge over `maxBytes`. The type is detected from the bytes, and from the name where they are ambiguous.
   */
  abstract store(
    organizationId: string,
    name: string,
    bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    maxBytes: number,
  ): Promise<StoredFile>;

  /** Stores the bytes from a public address. Throws Invalid where they cannot be fetched. */
  abstract fetch(organizationId: string, name: string, url: string, maxBytes: number): Promise<StoredFile>;
}
