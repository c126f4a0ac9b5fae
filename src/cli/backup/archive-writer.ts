import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { Readable, Transform, type PassThrough } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Encryption } from './encryption.js';
import type { VerifiedArchive } from './places/backup-place.js';

/** What the manifest records of an entry. */
export interface WrittenEntry {
  bytes: number;
  /** Hex. */
  sha256: string;
}

/**
 * Writes a zip archive, one entry at a time and each as a stream, encrypted on its way to the disk where that is wanted.
 * Only its owner may read the file. Zip64 throughout: no part has a largest size.
 */
export class ArchiveWriter {
  readonly #zip = new ZipFile();
  readonly #written: Promise<void>;
  /** The entry that is being written. */
  #current: Transform | undefined;
  #failure: Error | undefined;

  readonly #hash = createHash('sha256');
  #bytes = 0;

  private constructor(
    private readonly path: string,
    file: FileHandle,
    encryption: Encryption | undefined,
  ) {
    const output = this.#zip.outputStream as PassThrough;
    this.#zip.on('error', (error) => output.destroy(error as Error));
    const measured = this.#measure();
    const target = createWriteStream(path, { fd: file, flush: true });
    this.#written = encryption
      ? pipeline(output, encryption.transform, measured, target)
      : pipeline(output, measured, target);
    // An entry is read at the archive's pace, so it would wait for ever after the archive failed.
    this.#written.catch((error: Error) => {
      this.#failure = error;
      this.#current?.destroy(error);
    });
  }

  /** The file must not exist. */
  static async create(path: string, encryption?: Encryption): Promise<ArchiveWriter> {
    return new ArchiveWriter(path, await open(path, 'wx', 0o600), encryption);
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

  /** Completes the archive: it is on the disk then, and not verified yet. */
  async end(): Promise<VerifiedArchive> {
    this.#zip.end({ forceZip64Format: true, comment: '' });
    await this.#written;
    return { path: this.path, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  /** Removes the file, unless it was moved. */
  async discard(): Promise<void> {
    (this.#zip.outputStream as PassThrough).destroy();
    await this.#written.catch(() => undefined);
    await rm(this.path, { force: true });
  }

  /** The bytes of the file itself. */
  #measure(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.#hash.update(chunk);
        this.#bytes += chunk.length;
        done(null, chunk);
      },
    });
  }
}

/** Returns the stream on the first call and drops the reference: the archive keeps the callbacks of all its entries. */
function once(stream: Readable): (start: (error: unknown, stream: Readable) => void) => void {
  const held: Readable[] = [stream];
  return (start) => {
    for (const each of held.splice(0)) start(null, each);
  };
}
