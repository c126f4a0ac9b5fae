import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createInflate, inflate, inflateSync, type InputType } from 'node:zlib';
import { SourceTooLarge } from '../../domain/import/sources.js';
import { applyDelta, damaged, deltaResultSize } from './delta.js';
import type { GitObject, ObjectKind } from './objects.js';

/** The start of an entry of a pack: an object, or a delta against another entry. */
export interface PackEntry {
  offset: number;
  /** Where the compressed bytes begin. */
  dataAt: number;
  /** Unpacked size of the object, or of the delta. */
  size: number;
  kind: ObjectKind | undefined;
  /** Of a delta: the offset of its base, or the base's oid. */
  base: number | string | undefined;
}

/** Caps for packs that others wrote. */
export interface PackCaps {
  maxObjectBytes: number;
  /** All bytes unpacked in one pass: a small pack can ask for endless work. */
  maxWorkBytes: number;
}

type Inflated = { bytes: Buffer; packedBytes: number };
type WithEngine = { buffer: Buffer; engine: { bytesWritten: number } };

const KINDS: Record<number, ObjectKind | undefined> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };
const OFFSET_DELTA = 6;
const OID_DELTA = 7;
const LONGEST_HEADER = 32;
const WINDOW_BYTES = 256 * 1024;
const JUMP_BYTES = 4 * 1024;
/** Below this one synchronous call is cheaper than a trip to the thread pool. */
const SYNC_BYTES = 32 * 1024;
const STREAM_BYTES = 4 * 1024 * 1024;
const CACHE_BYTES = 32 * 1024 * 1024;
/** Git itself never makes longer chains. */
const MAX_CHAIN = 4095;
const inflateAsync = promisify(
  inflate as (bytes: InputType, options: object, done: (error: Error | null, result: unknown) => void) => void,
);

/** Random access to the entries of one pack file (gitformat-pack) by offset, in bounded memory. */
export class PackFile {
  private window: { at: number; bytes: Buffer } = { at: 0, bytes: Buffer.alloc(0) };
  private readonly cache = new Map<number, GitObject>();
  private cachedBytes = 0;
  private work = 0;
  private maxWorkBytes = Infinity;
  private readAhead = JUMP_BYTES;

  private constructor(
    private readonly file: FileHandle,
    readonly size: number,
    private readonly caps: PackCaps,
    private readonly offsetOf: (oid: string) => number | undefined,
  ) {}

  static async open(path: string, caps: PackCaps, offsetOf: (oid: string) => number | undefined): Promise<PackFile> {
    const file = await open(path, 'r');
    return new PackFile(file, (await file.stat()).size, caps, offsetOf);
  }

  async close(): Promise<void> {
    await this.file.close();
  }

  /** The raw bytes at an offset, fewer at the end of the file. */
  async bytes(at: number, count: number): Promise<Buffer> {
    const { window } = this;
    if (at >= window.at && at + count <= window.at + window.bytes.length) {
      return window.bytes.subarray(at - window.at, at - window.at + count);
    }
    const wanted = Math.max(count, this.readAhead);
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(wanted, this.size - at)));
    const { bytesRead } = await this.file.read(bytes, 0, bytes.length, at);
    if (bytesRead !== bytes.length) throw damaged();
    this.window = { at, bytes };
    return bytes.subarray(0, count);
  }

  async entry(offset: number): Promise<PackEntry> {
    const head = await this.bytes(offset, LONGEST_HEADER);
    const first = head[0] ?? 0;
    let size = first & 0x0f;
    let at = 1;
    for (let factor = 16, more = first >= 0x80; more; factor *= 128, at += 1) {
      const next = head[at] ?? 0;
      size += (next & 0x7f) * factor;
      more = next >= 0x80;
      if (factor > 2 ** 46) throw damaged();
    }
    const type = (first >> 4) & 0x07;
    let base: number | string | undefined;
    if (type === OFFSET_DELTA) {
      let back = -1;
      for (let more = true; more; at += 1) {
        const next = head[at] ?? 0;
        back = (back + 1) * 128 + (next & 0x7f);
        more = next >= 0x80;
        if (back > this.size) throw damaged();
      }
      base = offset - back;
      if (back <= 0 || base < 12) throw damaged();
    } else if (type === OID_DELTA) {
      base = head.toString('hex', at, at + 20);
      at += 20;
    } else if (KINDS[type] === undefined) throw damaged();
    return { offset, dataAt: offset + at, size, kind: KINDS[type], base };
  }

  /** The size of the object at an offset; a delta has it in its first bytes. */
  async objectSize(offset: number): Promise<number> {
    const entry = await this.entry(offset);
    return entry.kind === undefined ? deltaResultSize(await this.beginning(entry)) : entry.size;
  }

  async read(offset: number): Promise<GitObject> {
    const chain: PackEntry[] = [];
    let at = offset;
    let object = this.cache.get(at);
    while (object === undefined) {
      const entry = await this.entry(at);
      if (entry.kind !== undefined) object = { kind: entry.kind, content: (await this.inflated(entry)).bytes };
      else {
        chain.push(entry);
        if (chain.length > MAX_CHAIN) throw damaged();
        at = this.baseOffset(entry);
        object = this.cache.get(at);
      }
      if (object !== undefined && chain.length > 0) this.remember(at, object);
    }
    for (const entry of chain.reverse()) {
      const delta = (await this.inflated(entry)).bytes;
      this.spend(deltaResultSize(delta));
      object = { kind: object.kind, content: applyDelta(object.content, delta) };
      this.remember(entry.offset, object);
    }
    return object;
  }

  /** Unpacks one entry alone: an object, or the delta itself. */
  private async inflated(entry: PackEntry): Promise<Inflated> {
    if (entry.size > STREAM_BYTES) {
      const chunks: Buffer[] = [];
      const packedBytes = await this.eachChunk(entry, (chunk) => chunks.push(chunk));
      return { bytes: Buffer.concat(chunks), packedBytes };
    }
    this.spend(entry.size);
    // Incompressible data grows: 1/8 covers the fastest encoders. One byte over the size shows a lie.
    const packed = await this.bytes(entry.dataAt, entry.size + (entry.size >> 3) + 64);
    const options = { info: true, maxOutputLength: entry.size + 1 };
    try {
      const { buffer, engine } = (entry.size <= SYNC_BYTES
        ? inflateSync(packed, options)
        : await inflateAsync(packed, options)) as unknown as WithEngine;
      if (buffer.length !== entry.size) throw damaged();
      return { bytes: buffer, packedBytes: engine.bytesWritten };
    } catch {
      throw damaged();
    }
  }

  /** Unpacks an entry, in one piece if it is small, and answers how many packed bytes it took. */
  async eachPiece(entry: PackEntry, use: (chunk: Buffer) => void): Promise<number> {
    if (entry.size > STREAM_BYTES) return this.eachChunk(entry, use);
    const { bytes, packedBytes } = await this.inflated(entry);
    use(bytes);
    return packedBytes;
  }

  /** Runs a pass from one end to the other: reads ahead, and holds what is unpacked against the budget of work. */
  async passThrough<T>(pass: () => Promise<T>): Promise<T> {
    this.readAhead = WINDOW_BYTES;
    this.maxWorkBytes = this.caps.maxWorkBytes;
    try {
      return await pass();
    } finally {
      this.readAhead = JUMP_BYTES;
      this.maxWorkBytes = Infinity;
    }
  }

  /** Unpacks an entry piece by piece and answers how many packed bytes it took. */
  private async eachChunk(entry: PackEntry, use: (chunk: Buffer) => void): Promise<number> {
    this.spend(entry.size);
    const unpacking = createInflate();
    const source = Readable.from(this.rawFrom(entry.dataAt), { objectMode: false });
    source.on('error', (error) => unpacking.destroy(error)).pipe(unpacking);
    let seen = 0;
    try {
      for await (const chunk of unpacking as AsyncIterable<Buffer>) {
        seen += chunk.length;
        if (seen > entry.size) throw damaged();
        use(chunk);
      }
    } catch {
      throw damaged();
    } finally {
      source.destroy();
      unpacking.destroy();
    }
    if (seen !== entry.size) throw damaged();
    return unpacking.bytesWritten;
  }

  /** The object at an offset as a stream; a large one that is not a delta is never whole in memory. */
  async stream(offset: number): Promise<Readable> {
    const entry = await this.entry(offset);
    if (entry.kind === undefined || entry.size <= STREAM_BYTES) {
      return Readable.from([(await this.read(offset)).content], { objectMode: false });
    }
    const source = Readable.from(this.rawFrom(entry.dataAt), { objectMode: false });
    const unpacking = createInflate();
    source.on('error', () => unpacking.destroy(damaged())).pipe(unpacking);
    return unpacking.once('close', () => source.destroy());
  }

  private baseOffset(entry: PackEntry): number {
    const offset = typeof entry.base === 'string' ? this.offsetOf(entry.base) : entry.base;
    if (offset === undefined) throw damaged();
    return offset;
  }

  /** The first bytes of a delta, enough for its two sizes. */
  private async beginning(entry: PackEntry): Promise<Buffer> {
    if (entry.size <= SYNC_BYTES) return (await this.inflated(entry)).bytes;
    const unpacking = createInflate();
    const source = Readable.from(this.rawFrom(entry.dataAt), { objectMode: false });
    source.on('error', (error) => unpacking.destroy(error)).pipe(unpacking);
    try {
      for await (const chunk of unpacking as AsyncIterable<Buffer>) return chunk;
    } catch {
      throw damaged();
    } finally {
      source.destroy();
    }
    throw damaged();
  }

  private async *rawFrom(at: number): AsyncGenerator<Buffer> {
    for (let next = at; next < this.size;) {
      const buffer = Buffer.allocUnsafe(Math.min(WINDOW_BYTES, this.size - next));
      const { bytesRead } = await this.file.read(buffer, 0, buffer.length, next);
      if (bytesRead === 0) return;
      next += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  private spend(bytes: number): void {
    this.work += bytes;
    if (bytes > this.caps.maxObjectBytes) {
      throw new SourceTooLarge(`The repository holds a file larger than ${this.caps.maxObjectBytes} bytes`);
    }
    if (this.work > this.maxWorkBytes) throw new SourceTooLarge('The repository unpacks to too many bytes');
  }

  private remember(offset: number, object: GitObject): void {
    if (object.content.length > CACHE_BYTES / 4 || this.cache.has(offset)) return;
    this.cache.set(offset, object);
    this.cachedBytes += object.content.length;
    for (const [oldest, { content }] of this.cache) {
      if (this.cachedBytes <= CACHE_BYTES) break;
      this.cache.delete(oldest);
      this.cachedBytes -= content.length;
    }
  }
}
