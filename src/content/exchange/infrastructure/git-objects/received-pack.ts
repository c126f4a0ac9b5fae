import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { SourceTooLarge } from '../../domain/import/sources.js';
import { damaged } from './delta.js';
import type { GitObject, ObjectStore } from './objects.js';
import { objectOid, oidHash } from './oid.js';
import { PackFile, type PackEntry } from './pack-file.js';

/** Caps on a pack that a remote sent. */
export interface ReceivedCaps {
  maxObjects: number;
  maxObjectBytes: number;
  /** All objects, unpacked. */
  maxTotalBytes: number;
}

type Located = { offset: number; size: number };

const HEADER_BYTES = 12;
const CHECKSUM_BYTES = 20;
/** Rebuilding long chains of deltas unpacks some objects more than once. */
const WORK_FACTOR = 8;
const BREATHE_BYTES = 4 * 1024 * 1024;

/**
 * The objects of a pack file received from elsewhere. Opening unpacks everything once to learn the names, as Git's
 * index-pack does, within the caps: what a remote sends is not trusted to be small, whole or what it says.
 */
export class ReceivedPack implements ObjectStore {
  private readonly located = new Map<string, Located>();
  private unpackedBytes = 0;
  private sinceBreath = 0;

  private constructor(
    private readonly pack: PackFile,
    private readonly caps: ReceivedCaps,
    offsets: Map<string, Located>,
  ) {
    this.located = offsets;
  }

  /** Throws SourceRefused for a damaged pack, SourceTooLarge over a cap. */
  static async open(path: string, caps: ReceivedCaps): Promise<ReceivedPack> {
    const located = new Map<string, Located>();
    const packCaps = { maxObjectBytes: caps.maxObjectBytes, maxWorkBytes: caps.maxTotalBytes * WORK_FACTOR };
    const pack = await PackFile.open(path, packCaps, (oid) => located.get(oid)?.offset);
    try {
      await checkWhole(path, pack.size);
      const received = new ReceivedPack(pack, caps, located);
      await pack.passThrough(() => received.index());
      return received;
    } catch (error) {
      await pack.close();
      throw error;
    }
  }

  size(oid: string): Promise<number | undefined> {
    return Promise.resolve(this.located.get(oid)?.size);
  }

  async read(oid: string): Promise<GitObject | undefined> {
    const at = this.located.get(oid);
    return at === undefined ? undefined : this.pack.read(at.offset);
  }

  async stream(oid: string): Promise<Readable | undefined> {
    const at = this.located.get(oid);
    return at === undefined ? undefined : this.pack.stream(at.offset);
  }

  close(): Promise<void> {
    return this.pack.close();
  }

  private async index(): Promise<void> {
    const head = await this.pack.bytes(0, HEADER_BYTES);
    if (head.toString('latin1', 0, 4) !== 'PACK' || ![2, 3].includes(head.readUInt32BE(4))) throw damaged();
    const count = head.readUInt32BE(8);
    if (count > this.caps.maxObjects)
      throw new SourceTooLarge(`The commit has more than ${this.caps.maxObjects} objects`);
    const deltas: PackEntry[] = [];
    let at = HEADER_BYTES;
    for (let index = 0; index < count; index += 1) {
      const entry = await this.pack.entry(at);
      const hash = entry.kind === undefined ? undefined : oidHash(entry.kind, entry.size);
      at = entry.dataAt + (await this.pack.eachPiece(entry, (chunk) => hash?.update(chunk)));
      if (entry.kind === undefined) deltas.push(entry);
      else await this.locate(hash?.digest('hex') ?? '', { offset: entry.offset, size: entry.size });
    }
    if (at !== this.pack.size - CHECKSUM_BYTES) throw damaged();
    await this.resolve(deltas);
  }

  /** A delta may name a base that is itself a delta further on, so go round until none is left. */
  private async resolve(deltas: PackEntry[]): Promise<void> {
    const open = new Set(deltas.map((entry) => entry.offset));
    for (let left = deltas; left.length > 0;) {
      const waiting: PackEntry[] = [];
      for (const entry of left) {
        if (typeof entry.base === 'string' ? !this.located.has(entry.base) : open.has(entry.base ?? 0)) {
          waiting.push(entry);
          continue;
        }
        const { kind, content } = await this.pack.read(entry.offset);
        await this.locate(objectOid(kind, content), { offset: entry.offset, size: content.length });
        open.delete(entry.offset);
      }
      if (waiting.length === left.length) throw damaged();
      left = waiting;
    }
  }

  private async locate(oid: string, at: Located): Promise<void> {
    this.located.set(oid, at);
    this.unpackedBytes += at.size;
    if (this.unpackedBytes > this.caps.maxTotalBytes) {
      throw new SourceTooLarge(`The repository unpacks to more than ${this.caps.maxTotalBytes} bytes`);
    }
    this.sinceBreath += at.size + 200;
    if (this.sinceBreath < BREATHE_BYTES) return;
    this.sinceBreath = 0;
    await breathe();
  }
}

/** A pack ends with the SHA-1 of all before. */
async function checkWhole(path: string, size: number): Promise<void> {
  if (size < HEADER_BYTES + CHECKSUM_BYTES) throw damaged();
  const hash = createHash('sha1');
  let tail = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const joined = Buffer.concat([tail, chunk]);
    hash.update(joined.subarray(0, -CHECKSUM_BYTES));
    tail = joined.subarray(-CHECKSUM_BYTES);
  }
  if (!hash.digest().equals(tail)) throw damaged();
}
