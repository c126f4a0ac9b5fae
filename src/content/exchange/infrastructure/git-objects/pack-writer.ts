import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import type { ObjectKind } from './objects.js';

const deflated = promisify(deflate);
const TYPES: Record<ObjectKind, number> = { commit: 1, tree: 2, blob: 3, tag: 4 };

/** Writes whole objects into a pack file (gitformat-pack), one at a time; the count is filled in at the end. */
export class PackWriter {
  private count = 0;
  private at = 12;

  private constructor(private readonly file: FileHandle) {}

  static async create(path: string): Promise<PackWriter> {
    return new PackWriter(await open(path, 'wx+', 0o600));
  }

  async add(kind: ObjectKind, content: Buffer): Promise<void> {
    const header: number[] = [];
    let size = Math.floor(content.length / 16);
    let byte = (TYPES[kind] << 4) | (content.length & 0x0f);
    for (; size > 0; size = Math.floor(size / 128)) {
      header.push(byte | 0x80);
      byte = size & 0x7f;
    }
    header.push(byte);
    const bytes = Buffer.concat([Buffer.from(header), await deflated(content)]);
    await this.file.write(bytes, 0, bytes.length, this.at);
    this.at += bytes.length;
    this.count += 1;
  }

  /** Completes the pack; answers its size in bytes. */
  async finish(): Promise<number> {
    const head = Buffer.alloc(12);
    head.write('PACK', 0, 'latin1');
    head.writeUInt32BE(2, 4);
    head.writeUInt32BE(this.count, 8);
    await this.file.write(head, 0, head.length, 0);
    const hash = createHash('sha1');
    for await (const chunk of this.file.createReadStream({ start: 0, autoClose: false })) hash.update(chunk as Buffer);
    await this.file.write(hash.digest(), 0, 20, this.at);
    return this.at + 20;
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}
