import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of an archive as an attacker would write it: any field may lie. */
export interface RawEntry {
  name: string | Buffer;
  data?: string | Buffer;
  /** Unix mode, such as 0o120777 for a link. */
  mode?: number;
  flags?: number;
  method?: number;
  /** The unpacked size claimed, if not the true one. */
  claimedSize?: number;
  crc?: number;
}

/** Writes a zip archive byte by byte, so that tests can break every rule. */
export function rawZip(entries: RawEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name as string);
    const data = Buffer.from((entry.data as string | undefined) ?? '');
    const method = entry.method ?? 8;
    const packed = method === 0 ? data : deflateRawSync(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(entry.flags ?? 0x800, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(entry.crc ?? crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(entry.claimedSize ?? data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, tail, name]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06'), end]);
}
