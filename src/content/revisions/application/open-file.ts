import type { Readable } from 'node:stream';
import { Query } from '#kernel/domain/messages';

/** A file's bytes on their way. Without a body only what is known was wanted, or bytes that are not there. */
export interface OpenedFile {
  contentType: string;
  disposition: string;
  /** Bytes of the whole file. */
  size: number;
  /** The part that is sent, both ends included; the whole when absent. */
  range?: { start: number; end: number };
  body?: Readable;
  unsatisfiable?: boolean;
}

/** The bytes at a signed address; NotFound for any address that was not made here. */
export class OpenFile extends Query<OpenedFile> {
  constructor(
    readonly wanted: {
      organizationId: string;
      /** SHA-256, hex. */
      hash: string;
      signature: string;
      name: string;
      /** A `Range` header. */
      range?: string | undefined;
      /** Only what is known of the bytes is wanted: they are not opened. */
      headOnly: boolean;
    },
  ) {
    super();
  }
}
