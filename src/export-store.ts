import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ExportStore } from '#kernel/application/export-store';
import { Blobs } from './content/revisions/domain/content/blobs.js';

/** Files beside those of content, in the same store. */
export class FileExportStore extends ExportStore {
  constructor(private readonly blobs: Blobs) {
    super();
  }

  async put(organizationId: string, bytes: Buffer): Promise<string> {
    const source = Readable.from([bytes], { objectMode: false });
    const { sha256 } = await this.blobs.put(organizationId, source, { maxBytes: bytes.length });
    return sha256;
  }

  async read(organizationId: string, sha256: string): Promise<Buffer> {
    const bytes = await buffer(await this.blobs.open(organizationId, sha256));
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`The file ${sha256} was changed`);
    return bytes;
  }
}

/** The same in the store of the server. */
export const exportStore = {
  provide: ExportStore,
  inject: [Blobs],
  useFactory: (blobs: Blobs): ExportStore => new FileExportStore(blobs),
};
