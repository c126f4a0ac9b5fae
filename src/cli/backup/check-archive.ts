import { Writable } from 'node:stream';
import { CommandEnded, CommandFailed } from '../failure.js';
import type { Progress } from '../progress.js';
import type { ArchiveReader } from './archive-reader.js';
import { fileOf } from './files.js';
import { BLOBS_FOLDER, damagedFiles } from './manifest.js';

const LINE_FEED = 10;
/** Faults that are looked for before the rest is not read any more. */
const MOST_FAULTS = 20;

/**
 * Reads an archive to its end, and returns what is wrong with it, a line each: entries that are missing or were changed,
 * tables and files whose number is not that of the manifest. Needs neither database nor store, and changes nothing.
 */
export async function faultsOf(archive: ArchiveReader, progress: Progress, signal: AbortSignal): Promise<string[]> {
  const { tables, files, keys } = archive.manifest;
  const sizes = new Map([...archive.below('')].map(({ name, bytes }) => [name, bytes]));
  const faults: string[] = [];
  let done = 0;
  const check = async (name: string, sha256: string): Promise<number> => {
    if (signal.aborted) throw new CommandEnded();
    if (faults.length >= MOST_FAULTS) return 0;
    const rows = new LineCounter();
    try {
      await archive.pass(name, sha256, rows);
    } catch (error) {
      faults.push(
        error instanceof CommandFailed ? error.message : `The archive is damaged: ${name} (${String(error)})`,
      );
      return -1;
    }
    progress.update((done += sizes.get(name) ?? 0));
    return rows.lines;
  };
  for (const { entry, sha256, rows } of tables) {
    const found = await check(entry, sha256);
    // In the text format of COPY a row is a line.
    if (found >= 0 && found !== rows && faults.length < MOST_FAULTS)
      faults.push(`The archive is damaged: ${entry} has ${found} rows, not ${rows}`);
  }
  for (const [entry, sha256] of Object.entries(keys)) await check(entry, sha256);
  const known = damagedFiles(archive.manifest);
  let count = 0;
  for (const { name } of archive.below(BLOBS_FOLDER)) {
    count++;
    if (!known.has(name)) await check(name, fileOf(name).sha256);
  }
  if (files.place === 'archive' && files.count !== count)
    faults.push(`The archive is damaged: it holds ${count} files of ${files.count}`);
  return faults;
}

class LineCounter extends Writable {
  lines = 0;

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) this.lines++;
    done();
  }
}
