import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform, type PassThrough } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** What the manifest records of an entry. */
export interface WrittenEntry {
  bytes: number;
  /** Hex. */
  sha256: string;
}

/**
 * Writes a zip archive, one entry at a time and each as a stream. Only its owner may read the file; it gets its name
 * when it is complete and on the disk, and is removed otherwise. Zip64 throughout: no part has a largest size.
 */
export class ArchiveWriter {
  readonly #zip = new ZipFile();
  readonly #written: Promise<void>;
  /** The entry that is being written. */
  #current: Transform | undefined;
  #failure: Error | undefined;

  private constructor(
    private readonly path: string,
    private readonly draft: string,
    file: FileHandle,
  ) {
    const output = this.#zip.outputStream as PassThrough;
    this.#zip.on('error', (error) => output.destroy(error as Error));
    this.#written = pipeline(output, createWriteStream(draft, { fd: file, flush: true }));
    // An entry is read at the archive's pace, so it would wait for ever after the archive failed.
    this.#written.catch((error: Error) => {
      this.#failure = error;
      this.#current?.destroy(error);
    });
  }

  static async create(path: string): Promise<ArchiveWriter> {
    const draft = `${path}.${process.pid}.part`;
    return new ArchiveWriter(path, draft, await open(draft, 'wx', 0o600));
  }

  /** Adds an entry; `compress` unless the bytes are compressed already, as pictures are. */
  async add(name: string, content: Readable | Buffer, { compress }: { compress: boolean }): Promise<WrittenEntry> {
    const hash = createHash('sha256');
    let bytes = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    if (this.#failure !== undefined) throw this.#failure;
    this.#current = measure;
    const source = content instanceof Readable ? content : Readable.from([content], { objectMode: false });
    const passed = pipeline(source, measure);
    const options = { mode: 0o100600, compress, forceZip64Format: true, ...(compress ? { compressionLevel: 3 } : {}) };
    this.#zip.addReadStreamLazy(name, options, once(measure));
    await passed;
    await finished(measure, { writable: false });
    return { bytes, sha256: hash.digest('hex') };
  }

  /** Completes the archive and gives it its name, replacing a file with that name, once `verify` found it whole. */
  async finish(verify: (draft: string) => Promise<void>): Promise<void> {
    this.#zip.end({ forceZip64Format: true, comment: '' });
    await this.#written;
    await verify(this.draft);
    await rename(this.draft, this.path);
    const folder = await open(dirname(this.path), 'r');
    await folder.sync().finally(() => folder.close());
  }

  /** Removes an unfinished archive. */
  async discard(): Promise<void> {
    (this.#zip.outputStream as PassThrough).destroy();
    await this.#written.catch(() => undefined);
    await rm(this.draft, { force: true });
  }
}

/** Returns the stream on the first call and drops the reference: the archive keeps the callbacks of all its entries. */
function once(stream: Readable): (start: (error: unknown, stream: Readable) => void) => void {
  const held: Readable[] = [stream];
  return (start) => {
    for (const each of held.splice(0)) start(null, each);
  };
}
