import { createHash } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { CommandFailed } from '../failure.js';
import { MANIFEST_ENTRY, parseManifest, type Manifest } from './manifest.js';
import { messageOf } from '../../start/refusal.js';
import { decrypted, type Unlocking } from './encryption.js';
import { zipSource, type RandomBytes } from './random-bytes.js';

const LARGEST_MANIFEST = 16_000_000;

/** Reads an archive that `backup` wrote: its directory at once, its entries as streams. */
export class ArchiveReader {
  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
    readonly manifest: Manifest,
    private readonly bytes: RandomBytes,
  ) {}

  /**
   * Takes the bytes over, and closes them. Throws CommandFailed where they are no backup, truncated, or encrypted for
   * another key.
   */
  static async open(source: RandomBytes, unlocking?: Unlocking): Promise<ArchiveReader> {
    try {
      return await ArchiveReader.#read(await decrypted(source, unlocking));
    } catch (error) {
      await source.close();
      throw error;
    }
  }

  static async #read(bytes: RandomBytes): Promise<ArchiveReader> {
    const path = bytes.name;
    const options = { lazyEntries: true, autoClose: false };
    const zip = await yauzl
      .fromRandomAccessReaderPromise(zipSource(bytes), bytes.size, options)
      .catch((error: unknown) => {
        throw error instanceof CommandFailed
          ? error
          : new CommandFailed(`${path} cannot be read as a backup: ${messageOf(error)}`);
      });
    try {
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
      const found = entries.get(MANIFEST_ENTRY);
      if (found === undefined || found.uncompressedSize > LARGEST_MANIFEST) {
        throw new CommandFailed(`${path} is no backup of Quire`);
      }
      const manifest = parseManifest(await text(await zip.openReadStreamPromise(found)));
      return new ArchiveReader(zip, entries, manifest, bytes);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  /** Names and sizes of the entries below a folder; of all for an empty name. */
  *below(folder: string): Generator<{ name: string; bytes: number }> {
    for (const [name, entry] of this.entries) {
      if (name.startsWith(folder)) yield { name, bytes: entry.uncompressedSize };
    }
  }

  async open(name: string): Promise<Readable> {
    const entry = this.entries.get(name);
    if (entry === undefined) throw new CommandFailed(`The archive is damaged: ${name} is missing`);
    return this.zip.openReadStreamPromise(entry);
  }

  /** Copies an entry to a stream; at its end throws CommandFailed unless its hash matches. */
  async pass(name: string, sha256: string, target: NodeJS.WritableStream): Promise<void> {
    await pipeline(await this.open(name), verified(name, sha256), target);
  }

  /** Reads a small entry as a string. */
  async read(name: string, sha256: string): Promise<string> {
    const chunks: Buffer[] = [];
    await pipeline(await this.open(name), verified(name, sha256), async (bytes: AsyncIterable<Buffer>) => {
      for await (const chunk of bytes) chunks.push(chunk);
    });
    return Buffer.concat(chunks).toString('utf8');
  }

  async close(): Promise<void> {
    this.zip.close();
    await this.bytes.close();
  }
}

function verified(name: string, sha256: string): Transform {
  const hash = createHash('sha256');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(hash.digest('hex') === sha256 ? null : new CommandFailed(`The archive is damaged: ${name} was changed`));
    },
  });
}
