import type { Readable } from 'node:stream';
import { Query } from '#kernel/domain/messages';

/** An opened file. The body is absent where only metadata was requested or the range cannot be satisfied. */
export interface OpenedFile {
  contentType: string;
  disposition: string;
  /** Size of the whole file in bytes. */
  size: number;
  /** The returned range, both ends included; the whole file when absent. */
  range?: { start: number; end: number };
  body?: Readable;
  unsatisfiable?: boolean;
}

/** Opens the file at a signed address. Throws NotFound for any address that this server did not sign. */
export class OpenFile extends Query<OpenedFile> {
  constructor(
    readonly wanted: {
      organizationId: string;
      /** SHA-256, hex. */
      hash: string;
      signature: string;
      name: string;
      /** The value of a `Range` header. */
      range?: string | undefined;
      /** Whether only metadata is requested; the bytes are then not opened. */
      headOnly: boolean;
    },
  ) {
    super();
  }
}
