import { Readable } from 'node:stream';
import { SourceRefused, SourceTree, type SkippedEntry, type SourceFile } from '../domain/import/sources.js';
import { objectOid } from './git-objects/oid.js';

/** A tree of one small file, held in memory. */
export class SingleFile extends SourceTree {
  readonly skipped: readonly SkippedEntry[] = [];

  private constructor(
    private readonly path: string,
    private readonly bytes: Buffer,
  ) {
    super();
  }

  static async read(path: string, source: Readable): Promise<SingleFile> {
    const chunks: Buffer[] = [];
    for await (const chunk of source as AsyncIterable<Buffer>) chunks.push(chunk);
    return new SingleFile(path, Buffer.concat(chunks));
  }

  list(): Promise<readonly SourceFile[]> {
    return Promise.resolve([{ path: this.path, size: this.bytes.length, oid: objectOid('blob', this.bytes) }]);
  }

  read(path: string): Promise<Buffer> {
    if (path !== this.path) return Promise.reject(new SourceRefused(`There is no "${path}"`));
    return Promise.resolve(this.bytes);
  }

  async stream(path: string): Promise<Readable> {
    return Readable.from([await this.read(path)], { objectMode: false });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
