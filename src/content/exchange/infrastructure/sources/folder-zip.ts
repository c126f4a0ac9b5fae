import { constants } from 'node:fs';
import { open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { Readable, type PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import { isIgnoredPath } from '../../domain/import/sources.js';

/** One file to write; a stream is read when its turn comes. */
export interface ZipEntry {
  path: string;
  content: Buffer | Readable;
}

/** Whether a path (relative, "/" between segments) stays out; of a folder, everything below it. */
export type IgnoreRule = (path: string) => boolean;

/** The earliest time a zip can name: equal content gives equal bytes whenever it is written. */
const FILE_OPTIONS = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644 };
/** What may be compressed ahead of the reader, each entry counted with its own cost. */
const UNAWAITED_BYTES = 256 * 1024;
const ENTRY_BYTES = 1024;
const SMALL_BYTES = 64 * 1024;

/**
 * An archive of a folder as a stream, files in order of path. Links are not followed and stay out, as do version
 * control, node_modules and what operating systems leave behind.
 */
export function zipFolder(folder: string, ignore: IgnoreRule = () => false): Readable {
  return zipEntries(filesBelow(folder, '', ignore));
}

/** An archive of the entries as a stream. One entry is open at a time; the reader's pace is everybody's pace. */
export function zipEntries(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  zip.on('error', (error) => output.destroy(error as Error));
  writeAll(zip, output, entries).catch((error: Error) => output.destroy(error));
  return output;
}

async function writeAll(zip: ZipFile, output: PassThrough, entries: AsyncIterable<ZipEntry>): Promise<void> {
  let unawaited = 0;
  for await (const { path, content } of entries) {
    // Small buffers are compressed side by side, which is much faster; entries are written in order, so waiting for a
    // stream now and then is waiting for all buffers before it.
    if (Buffer.isBuffer(content) && unawaited + content.length + ENTRY_BYTES < UNAWAITED_BYTES && !output.destroyed) {
      unawaited += content.length + ENTRY_BYTES;
      zip.addBuffer(content, path, FILE_OPTIONS);
      continue;
    }
    unawaited = 0;
    const stream = content instanceof Readable ? content : Readable.from([content], { objectMode: false });
    const stop = (): void => void stream.destroy();
    output.once('close', stop);
    if (output.destroyed) stop();
    zip.addReadStreamLazy(path, FILE_OPTIONS, (start) => start(null, stream));
    await finished(stream, { writable: false });
    output.off('close', stop);
  }
  zip.end();
}

async function* filesBelow(root: string, prefix: string, ignore: IgnoreRule): AsyncGenerator<ZipEntry> {
  const found = await readdir(join(root, prefix), { withFileTypes: true });
  for (const entry of found.sort((left, right) => (left.name < right.name ? -1 : 1))) {
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.name === 'node_modules' || isIgnoredPath(path) || ignore(path)) continue;
    if (entry.isDirectory()) yield* filesBelow(root, path, ignore);
    else if (entry.isFile()) {
      const file = await open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW);
      yield { path, content: await contentOf(file) };
    }
  }
}

/** Small files are read at once, which closes them; a stream closes its file at its end. */
async function contentOf(file: FileHandle): Promise<Buffer | Readable> {
  if ((await file.stat()).size > SMALL_BYTES) return file.createReadStream();
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}
