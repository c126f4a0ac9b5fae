import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SourceTooLarge } from '../../domain/import/sources.js';

/** A temporary file with an upload. Its receiver removes it. */
export interface ReceivedFile {
  path: string;
  size: number;
  /** Of the bytes, hex. */
  sha256: string;
  remove(): Promise<void>;
}

/**
 * Stores a stream in a new file of mode 600 in `folder` (which exists). Over `maxBytes` it stops reading and throws
 * SourceTooLarge; after any error nothing is left behind.
 */
export async function receiveToFile(stream: Readable, folder: string, maxBytes: number): Promise<ReceivedFile> {
  const path = join(folder, `received-${randomUUID()}`);
  const remove = (): Promise<void> => rm(path, { force: true });
  const hash = createHash('sha256');
  let size = 0;
  // Made before anything is read: a stream that makes it may still be about to when the upload breaks off.
  const file = await open(path, 'wx', 0o600);
  try {
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > maxBytes) throw new SourceTooLarge(`The upload is larger than ${maxBytes} bytes`);
          hash.update(chunk);
          yield chunk;
        }
      },
      file.createWriteStream(),
    );
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, size, sha256: hash.digest('hex'), remove };
}
