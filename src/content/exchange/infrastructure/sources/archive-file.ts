import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import yauzl from 'yauzl';

/** The size of one read of consecutive small entries: a hundred pages, or thousands of names. */
const BLOCK_BYTES = 128 * 1024;

/** An archive on disk. A piece beside the one before comes from memory, as a call per piece costs more than its bytes. */
export class ArchiveFile extends yauzl.RandomAccessReader {
  private block: { start: number; bytes: Promise<Buffer> } | undefined;

  constructor(private readonly file: FileHandle) {
    super();
  }

  /** The bytes at a position, fewer at the end of the file. They are not to be changed. */
  async near(position: number, length: number): Promise<Buffer> {
    if (length > BLOCK_BYTES) return this.at(position, length);
    const { block } = this;
    const isKnown = block !== undefined && position >= block.start && position + length <= block.start + BLOCK_BYTES;
    const { start, bytes } = isKnown ? block : (this.block = this.blockAt(position));
    return (await bytes).subarray(position - start, position - start + length);
  }

  /** The same from the disk, for pieces in any order. */
  async at(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length);
    const { bytesRead } = await this.file.read(bytes, 0, length, position);
    return bytes.subarray(0, bytesRead);
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.near(position, length).then((bytes) => {
      bytes.copy(buffer, offset);
      callback(bytes.length < length ? new Error('it ends early') : null);
    }, callback);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.pieces(start, end), { objectMode: false });
  }

  /** The file is its owner's to close. */
  override close(callback: (error: Error | null) => void): void {
    callback(null);
  }

  private blockAt(start: number): { start: number; bytes: Promise<Buffer> } {
    return { start, bytes: this.at(start, BLOCK_BYTES) };
  }

  private async *pieces(start: number, end: number): AsyncGenerator<Buffer> {
    for (let position = start; position < end;) {
      const bytes = await this.at(position, Math.min(BLOCK_BYTES, end - position));
      if (bytes.length === 0) return;
      position += bytes.length;
      yield bytes;
    }
  }
}
