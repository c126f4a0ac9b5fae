import { open, type FileHandle } from 'node:fs/promises';
import type { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import yauzl from 'yauzl';
import { CommandFailed } from '../failure.js';

/** Bytes that are read at any position. */
export interface RandomBytes {
  /** How they are called in messages. */
  readonly name: string;
  readonly size: number;
  /** Exactly `length` bytes, all of which must be there. */
  read(position: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** What a stream reads at a time. */
const PIECE_BYTES = 256 * 1024;

export class FileBytes implements RandomBytes {
  private constructor(
    readonly name: string,
    readonly size: number,
    private readonly file: FileHandle,
  ) {}

  /** Throws CommandFailed where the file can't be read. */
  static async open(path: string): Promise<FileBytes> {
    const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      throw new CommandFailed(
        `${path} cannot be read${error.code === 'ENOENT' ? ': it is not there' : ''} (${error.code})`,
      );
    });
    return new FileBytes(path, (await file.stat()).size, file);
  }

  async read(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let done = 0; done < length;) {
      const { bytesRead } = await this.file.read(bytes, done, length - done, position + done);
      if (bytesRead === 0) throw new CommandFailed(`${this.name} became shorter while it was read`);
      done += bytesRead;
    }
    return bytes;
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}

/** The zip library reads positions through this. The one who opened the bytes closes them. */
export function zipSource(bytes: RandomBytes): yauzl.RandomAccessReader {
  return new ZipSource(bytes) as unknown as yauzl.RandomAccessReader;
}

const { RandomAccessReader } = yauzl as unknown as { RandomAccessReader: new () => EventEmitter };

class ZipSource extends RandomAccessReader {
  constructor(private readonly bytes: RandomBytes) {
    super();
  }

  /** Named by the library. */
  _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#pieces(start, end), { objectMode: false });
  }

  async *#pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; at += PIECE_BYTES) yield await this.bytes.read(at, Math.min(PIECE_BYTES, end - at));
  }
}
