import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { BLOB_HEAD_BYTES, BlobTooLarge, type StoredBlob } from '../../domain/content/blobs.js';

/** Files with this suffix are removed when they are old. */
export const DRAFT_SUFFIX = '.draft';

/** A stream stored durably in a temporary file, before it is moved to its final path. */
export interface Draft extends StoredBlob {
  path: string;
}

/** Writes, hashes and syncs a stream. Removes the file after an error; after success the caller moves or removes it. */
export async function writeDraft(folder: string, source: Readable, maxBytes: number): Promise<Draft> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID() + DRAFT_SUFFIX);
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    const head: Buffer[] = [];
    let size = 0;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      if (size < BLOB_HEAD_BYTES) head.push(chunk.subarray(0, BLOB_HEAD_BYTES - size));
      size += chunk.length;
      if (size > maxBytes) throw new BlobTooLarge(maxBytes);
      hash.update(chunk);
      for (let done = 0; done < chunk.length;) done += (await file.write(chunk, done)).bytesWritten;
    }
    await file.sync();
    await file.close();
    return { path, sha256: hash.digest('hex'), size, head: Buffer.concat(head) };
  } catch (error) {
    source.destroy();
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
}

export async function removeOldDrafts(folder: string, olderThan: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = name.endsWith(DRAFT_SUFFIX) ? await stat(path).catch(() => undefined) : undefined;
    if (found !== undefined && found.mtime < olderThan) await rm(path, { force: true });
  }
}
