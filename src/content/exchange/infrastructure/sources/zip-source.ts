import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import {
  SOURCE_LIMITS,
  SourceRefused,
  SourceTree,
  type SkippedEntry,
  type SourceFile,
  type SourceLimits,
} from '../../domain/import/sources.js';
import { oidHash } from '../git-objects/oid.js';
import { ArchiveFile } from './archive-file.js';
import { inParallel } from './in-parallel.js';
import { readEntries } from './zip-entries.js';

const inflate = promisify(inflateRaw);
/** Up to this size an entry is inflated in one call, which is several times faster than a stream. */
const WHOLE_BYTES = 1024 * 1024;
/** Up to this size it is inflated in place: about 0.2 ms. */
const SMALL_BYTES = 64 * 1024;
const LANES = 8;
const STORED = 0;
const HEADER_SIGNATURE = 0x04034b50;
const HEADER_BYTES = 30;
/** The header before the data may be longer than the directory says. */
const HEADER_SLACK = 64;

/**
 * The files of a zip archive on disk. Its directory is read and judged on opening; bytes are inflated when asked for,
 * never past the size the directory names, and compared with its checksum. Paths that differ only by case are two
 * files, as in Git.
 */
export class ZipSource extends SourceTree {
  readonly skipped: readonly SkippedEntry[] = [];
  private listed: Promise<readonly SourceFile[]> | undefined;

  private constructor(
    private readonly zip: ZipFile,
    private readonly handle: FileHandle,
    private readonly file: ArchiveFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {
    super();
  }

  /** Throws SourceRefused if this is not an archive or not one we take. */
  static async open(path: string, limits: SourceLimits = SOURCE_LIMITS): Promise<ZipSource> {
    const handle = await open(path, 'r');
    try {
      const file = new ArchiveFile(handle);
      const zip = await openArchive(file, (await handle.stat()).size);
      return new ZipSource(zip, handle, file, await readEntries(zip, limits));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  list(): Promise<readonly SourceFile[]> {
    this.listed ??= this.identified();
    return this.listed;
  }

  async read(path: string): Promise<Buffer> {
    const entry = this.entry(path);
    if (entry.uncompressedSize <= WHOLE_BYTES) return this.whole(path, entry);
    const chunks: Buffer[] = [];
    for await (const chunk of await this.checked(path, entry)) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  }

  stream(path: string): Promise<Readable> {
    return this.checked(path, this.entry(path));
  }

  async close(): Promise<void> {
    this.zip.close();
    await this.handle.close();
  }

  private entry(path: string): Entry {
    const entry = this.entries.get(path);
    if (entry === undefined) throw new SourceRefused(`The archive has no "${path}"`);
    return entry;
  }

  /** Every file with the hash of its bytes, read in the order of the archive. */
  private async identified(): Promise<readonly SourceFile[]> {
    const files = await inParallel([...this.entries].sort(byPlace), LANES, async ([path, entry]) => ({
      path,
      size: entry.uncompressedSize,
      oid: await this.oid(path, entry),
    }));
    return files.sort(byPath);
  }

  private async oid(path: string, entry: Entry): Promise<string> {
    const hash = oidHash('blob', entry.uncompressedSize);
    if (entry.uncompressedSize <= WHOLE_BYTES) return hash.update(await this.whole(path, entry, true)).digest('hex');
    for await (const chunk of await this.checked(path, entry)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  }

  /** `inTurn`: the caller reads entries in the order of the archive. */
  private async whole(path: string, entry: Entry, inTurn = false): Promise<Buffer> {
    try {
      const packed = (await this.atOnce(entry, inTurn)) ?? (await this.packed(entry));
      const bytes = entry.compressionMethod === STORED ? packed : await inflated(packed, entry.uncompressedSize);
      if (bytes.length !== entry.uncompressedSize) throw new Error('the size is not the one announced');
      if (crc32(bytes) !== entry.crc32) throw new Error('the checksum does not match');
      return bytes;
    } catch (error) {
      throw damaged(path, error);
    }
  }

  /** The packed bytes by one read of header and data together; undefined where the header is not as expected. */
  private async atOnce(entry: Entry, inTurn: boolean): Promise<Buffer | undefined> {
    if (entry.compressedSize > WHOLE_BYTES) return undefined;
    const room = HEADER_BYTES + entry.fileNameLength + entry.extraFieldLength + HEADER_SLACK;
    const length = room + entry.compressedSize;
    const { relativeOffsetOfLocalHeader: place } = entry;
    const block = inTurn ? await this.file.near(place, length) : await this.file.at(place, length);
    if (block.length < HEADER_BYTES || block.readUInt32LE(0) !== HEADER_SIGNATURE) return undefined;
    const start = HEADER_BYTES + block.readUInt16LE(26) + block.readUInt16LE(28);
    const end = start + entry.compressedSize;
    return end > block.length ? undefined : block.subarray(start, end);
  }

  private async packed(entry: Entry): Promise<Buffer> {
    const { fileDataStart } = await this.zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const packed = await this.file.at(fileDataStart, Math.min(entry.compressedSize, 2 * WHOLE_BYTES));
    if (packed.length < entry.compressedSize) throw new Error('the entry ends early');
    return packed;
  }

  private async checked(path: string, entry: Entry): Promise<Readable> {
    const bytes = await this.zip.openReadStreamPromise(entry).catch((error: unknown) => {
      throw damaged(path, error);
    });
    const checked = Readable.from(withChecksum(path, entry, bytes), { objectMode: false });
    return checked.once('close', () => bytes.destroy());
  }
}

async function* withChecksum(path: string, entry: Entry, bytes: Readable): AsyncGenerator<Buffer> {
  let sum = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== entry.crc32) throw new Error('the checksum does not match');
  } catch (error) {
    throw damaged(path, error);
  }
}

/** Inflates up to `size` bytes; the way to a thread and back costs more than inflating little does. */
async function inflated(packed: Buffer, size: number): Promise<Buffer> {
  // A limit of 0 means none to zlib, and one byte more than announced is already a lie.
  const options = { maxOutputLength: size + 1 };
  return size <= SMALL_BYTES ? inflateRawSync(packed, options) : inflate(packed, options);
}

function byPath(left: SourceFile, right: SourceFile): number {
  return left.path < right.path ? -1 : 1;
}

function byPlace([, left]: [string, Entry], [, right]: [string, Entry]): number {
  return left.relativeOffsetOfLocalHeader - right.relativeOffsetOfLocalHeader;
}

async function openArchive(file: ArchiveFile, size: number): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: true };
  try {
    return await yauzl.fromRandomAccessReaderPromise(file, size, options);
  } catch (error) {
    throw new SourceRefused(`This is not a zip archive: ${(error as Error).message}`);
  }
}

function damaged(path: string, error: unknown): SourceRefused {
  return new SourceRefused(
    `The archive is damaged at "${path}": ${error instanceof Error ? error.message : 'unknown'}`,
  );
}
