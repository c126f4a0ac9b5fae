import type { FileRecord } from '../page/page-record.js';

/** What is known of bytes once they are stored. */
export type StoredFile = Omit<FileRecord, 'id' | 'name'>;

/** Takes the bytes of a file: stores them, looks at what they are, and notes it. */
export abstract class FileIntake {
  /** Throws TooLarge over `maxBytes`; the type comes from the bytes, and from the name where they leave it open. */
  abstract store(
    organizationId: string,
    name: string,
    bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    maxBytes: number,
  ): Promise<StoredFile>;

  /** The same with the bytes at a public address; throws Invalid where they can't be had. */
  abstract fetch(organizationId: string, name: string, url: string, maxBytes: number): Promise<StoredFile>;
}
