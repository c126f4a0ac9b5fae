import { createWriteStream, constants } from 'node:fs';
import { lstat, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import yauzl, { type Entry } from 'yauzl';
import { CommandFailed } from '../failure.js';

const LINK = 0o120000;
const TYPE_BITS = 0o170000;

/**
 * Unpacks an archive into a folder, which is created where it is missing; existing files are overwritten, others stay.
 * No entry can leave the folder: not by its path, not by a link in the archive and not by an existing link. Returns the
 * number of files. Throws CommandFailed.
 */
export async function unpack(archive: string, folder: string, signal: AbortSignal): Promise<number> {
  const zip = await yauzl.openPromise(archive, { lazyEntries: true, autoClose: false, strictFileNames: true });
  try {
    await mkdir(folder, { recursive: true });
    const known = new Set([folder]);
    let files = 0;
    for await (const entry of zip.eachEntry()) {
      signal.throwIfAborted();
      const place = join(folder, ...segmentsOf(entry));
      if (entry.fileName.endsWith('/')) {
        await makeFolder(folder, place, known);
        continue;
      }
      await makeFolder(folder, dirname(place), known);
      const file = await open(place, WRITE, 0o644).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ELOOP' ? new CommandFailed(`${place} is a link: nothing is written through it`) : error;
      });
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(place, { fd: file }), { signal });
      files++;
    }
    return files;
  } finally {
    zip.close();
  }
}

const WRITE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

/** Whether a folder is empty or missing. Throws CommandFailed where it is a file. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return true;
    throw code === 'ENOTDIR' ? new CommandFailed(`${folder} is not a folder`) : error;
  }
}

function segmentsOf(entry: Entry): string[] {
  const segments = entry.fileName.split('/').filter((segment) => segment !== '');
  const isLink = ((entry.externalFileAttributes >>> 16) & TYPE_BITS) === LINK;
  const leaves = entry.fileName.startsWith('/') || segments.some((segment) => segment === '..' || segment === '.');
  if (isLink || leaves || /[\p{Cc}\\]|^[a-z]:/iu.test(entry.fileName) || segments.length === 0) {
    throw new CommandFailed(`The archive holds an entry that is refused: ${JSON.stringify(entry.fileName)}`);
  }
  return segments;
}

/** Creates the folders down to `place` one by one and refuses to follow a link. */
async function makeFolder(root: string, place: string, known: Set<string>): Promise<void> {
  if (known.has(place)) return;
  if (place.length <= root.length) throw new CommandFailed(`${place} is outside of ${root}`);
  await makeFolder(root, dirname(place), known);
  await mkdir(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  if (!(await lstat(place)).isDirectory()) throw new CommandFailed(`${place} is in the way: it is no folder`);
  known.add(place);
}
