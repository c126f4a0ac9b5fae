import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createInflate } from 'node:zlib';
import { SourceTooLarge } from '../../domain/import/sources.js';
import { damaged } from './delta.js';
import type { GitObject, ObjectKind, ObjectStore } from './objects.js';

/** The longest header: a kind, a size, a NUL. */
const HEADER_BYTES = 32;

/** The objects of a repository that lie in files of their own (gitrepository-layout, "objects/[0-9a-f][0-9a-f]"). */
export class LooseObjects implements ObjectStore {
  constructor(
    private readonly folder: string,
    private readonly maxObjectBytes: number,
  ) {}

  async size(oid: string): Promise<number | undefined> {
    const opened = await this.open(oid);
    opened?.rest.destroy();
    return opened?.size;
  }

  async read(oid: string): Promise<GitObject | undefined> {
    const opened = await this.open(oid);
    if (opened === undefined) return undefined;
    const chunks: Buffer[] = [];
    for await (const chunk of opened.rest as AsyncIterable<Buffer>) chunks.push(chunk);
    return { kind: opened.kind, content: Buffer.concat(chunks) };
  }

  async stream(oid: string): Promise<Readable | undefined> {
    return (await this.open(oid))?.rest;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private async open(oid: string): Promise<{ kind: ObjectKind; size: number; rest: Readable } | undefined> {
    const file = await open(join(this.folder, oid.slice(0, 2), oid.slice(2)), 'r').catch(() => undefined);
    if (file === undefined) return undefined;
    const packed = file.createReadStream();
    const unpacking = createInflate();
    packed.on('error', (error) => unpacking.destroy(error)).pipe(unpacking);
    unpacking.once('close', () => packed.destroy());
    const chunks = unpacking[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const first = await chunks.next().catch(() => undefined);
    const head = first?.done === false ? first.value : Buffer.alloc(0);
    const end = head.subarray(0, HEADER_BYTES).indexOf(0);
    const [, kind, digits] = /^(commit|tree|blob|tag) (\d+)$/.exec(head.toString('latin1', 0, Math.max(end, 0))) ?? [];
    const size = Number(digits);
    if (kind === undefined || size > this.maxObjectBytes) {
      unpacking.destroy();
      throw kind === undefined ? damaged() : new SourceTooLarge(`The repository holds a file of ${size} bytes`);
    }
    const rest = Readable.from(content(head.subarray(end + 1), chunks, size), { objectMode: false });
    rest.once('close', () => unpacking.destroy());
    return { kind: kind as ObjectKind, size, rest };
  }
}

async function* content(first: Buffer, chunks: AsyncIterator<Buffer>, size: number): AsyncGenerator<Buffer> {
  let seen = 0;
  try {
    for (let chunk: Buffer | undefined = first; chunk !== undefined;) {
      seen += chunk.length;
      if (seen > size) break;
      if (chunk.length > 0) yield chunk;
      const next: IteratorResult<Buffer> = await chunks.next();
      chunk = next.done === true ? undefined : next.value;
    }
  } catch {
    throw damaged();
  }
  if (seen !== size) throw damaged();
}
