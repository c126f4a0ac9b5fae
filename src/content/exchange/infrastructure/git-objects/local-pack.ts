import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { damaged } from './delta.js';
import type { GitObject, ObjectStore } from './objects.js';
import { PackFile, type PackCaps } from './pack-file.js';

const MAGIC = 0xff744f63;
const FANOUT_AT = 8;
const NAMES_AT = FANOUT_AT + 256 * 4;
const OID_BYTES = 20;
const LARGE = 0x80000000;

/** A pack of a repository on disk with its index (gitformat-pack, "Version 2 pack-*.idx"). */
export class LocalPack implements ObjectStore {
  private constructor(
    private readonly index: Buffer,
    private readonly pack: PackFile,
  ) {}

  static async open(indexPath: string, caps: PackCaps): Promise<LocalPack> {
    const index = await readFile(indexPath);
    if (index.length < NAMES_AT || index.readUInt32BE(0) !== MAGIC || index.readUInt32BE(4) !== 2) throw damaged();
    const packPath = indexPath.replace(/\.idx$/, '.pack');
    return new LocalPack(index, await PackFile.open(packPath, caps, (oid) => offsetOf(index, oid)));
  }

  async size(oid: string): Promise<number | undefined> {
    const offset = offsetOf(this.index, oid);
    return offset === undefined ? undefined : this.pack.objectSize(offset);
  }

  async read(oid: string): Promise<GitObject | undefined> {
    const offset = offsetOf(this.index, oid);
    return offset === undefined ? undefined : this.pack.read(offset);
  }

  async stream(oid: string): Promise<Readable | undefined> {
    const offset = offsetOf(this.index, oid);
    return offset === undefined ? undefined : this.pack.stream(offset);
  }

  close(): Promise<void> {
    return this.pack.close();
  }
}

function offsetOf(index: Buffer, oid: string): number | undefined {
  const wanted = Buffer.from(oid, 'hex');
  const first = wanted[0] ?? 0;
  let low = first === 0 ? 0 : index.readUInt32BE(FANOUT_AT + (first - 1) * 4);
  let high = index.readUInt32BE(FANOUT_AT + first * 4);
  const count = index.readUInt32BE(FANOUT_AT + 255 * 4);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = NAMES_AT + middle * OID_BYTES;
    const order = index.compare(wanted, 0, OID_BYTES, at, at + OID_BYTES);
    if (order === 0) return offsetAt(index, count, middle);
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

/** Names are followed by checksums (4 bytes each), offsets (4) and, for packs over 2 GB, large offsets (8). */
function offsetAt(index: Buffer, count: number, position: number): number {
  const offsetsAt = NAMES_AT + count * (OID_BYTES + 4);
  const offset = index.readUInt32BE(offsetsAt + position * 4);
  if (offset < LARGE) return offset;
  return Number(index.readBigUInt64BE(offsetsAt + count * 4 + (offset - LARGE) * 8));
}
