import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ExportStore } from '#kernel/application/export-store';
import type { Settings } from '#kernel/infrastructure/settings';
import type { Blobs } from './content/revisions/domain/content/blobs.js';
import { openBlobs } from './content/revisions/infrastructure/blobs/open-blobs.js';

/** The store of files that the settings name; opened when it is first needed. */
export class FileExportStore extends ExportStore {
  #blobs: Promise<Blobs> | undefined;

  constructor(private readonly settings: Settings) {
    super();
  }

  async put(organizationId: string, bytes: Buffer): Promise<string> {
    const source = Readable.from([bytes], { objectMode: false });
    const { sha256 } = await (await this.#open()).put(organizationId, source, { maxBytes: bytes.length });
    return sha256;
  }

  async read(organizationId: string, sha256: string): Promise<Buffer> {
    const bytes = await buffer(await (await this.#open()).open(organizationId, sha256));
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`The file ${sha256} was changed`);
    return bytes;
  }

  #open(): Promise<Blobs> {
    return (this.#blobs ??= openBlobs(this.settings));
  }
}
