import yauzl, { type Entry, type ZipFile } from 'yauzl';
import {
  isIgnoredPath,
  SourceBudget,
  SourceRefused,
  SourceTooLarge,
  sourcePath,
  type SourceLimits,
} from '../../domain/import/sources.js';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Directories and ignored entries cost memory too, so they are counted, more generously. */
const ENTRIES_PER_FILE = 5;
/** Deflate reaches about 1,000; text and images stay far below this. Small entries are left alone. */
const MAX_RATIO = 200;
const RATIO_FREE_BYTES = 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

/** Reads the directory of an archive: the usable files by path, one common top folder stripped. */
export async function readEntries(zip: ZipFile, limits: SourceLimits): Promise<Map<string, Entry>> {
  const maxEntries = limits.maxFiles * ENTRIES_PER_FILE;
  if (zip.entryCount > maxEntries) throw new SourceTooLarge(`The archive has more than ${maxEntries} entries`);
  const files = new Map<string, Entry>();
  const budget = new SourceBudget(limits);
  try {
    for await (const entry of zip.eachEntry()) {
      const name = entryName(entry);
      const path = sourcePath(name);
      if (path === undefined) throw new SourceRefused(`The archive has an entry with a bad path: "${printable(name)}"`);
      if (isIgnoredPath(path)) continue;
      checkKind(entry, path);
      if (name.endsWith('/')) continue;
      if (files.has(path)) throw new SourceRefused(`The archive has "${path}" twice`);
      checkRatio(entry, path);
      budget.add(path, entry.uncompressedSize);
      files.set(path, entry);
    }
  } catch (error) {
    throw error instanceof SourceRefused ? error : new SourceRefused(`The archive is damaged: ${reason(error)}`);
  }
  refuseFilesAsFolders(files);
  return withoutTopFolder(files);
}

/** Many tools write UTF-8 without saying so; bytes that are valid UTF-8 are taken as such, others as code page 437. */
function entryName(entry: Entry): string {
  try {
    return UTF8.decode(entry.fileNameRaw);
  } catch {
    return yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
  }
}

function checkKind(entry: Entry, path: string): void {
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (kind === 0o120000) throw new SourceRefused(`The archive holds a symbolic link: "${path}"`);
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000) {
    throw new SourceRefused(`The archive holds something that is neither a file nor a folder: "${path}"`);
  }
  if (entry.isEncrypted()) throw new SourceRefused(`The archive is encrypted: "${path}"`);
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw new SourceRefused(`The archive uses compression method ${entry.compressionMethod}: "${path}"`);
  }
}

function checkRatio(entry: Entry, path: string): void {
  const { uncompressedSize, compressedSize } = entry;
  if (uncompressedSize > RATIO_FREE_BYTES && uncompressedSize > compressedSize * MAX_RATIO) {
    throw new SourceTooLarge(`"${path}" unpacks to more than ${MAX_RATIO} times its packed size`);
  }
}

function refuseFilesAsFolders(files: ReadonlyMap<string, Entry>): void {
  for (const path of files.keys()) {
    for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash);
      if (files.has(folder)) throw new SourceRefused(`The archive has "${folder}" both as a file and as a folder`);
    }
  }
}

/** Archives of repositories wrap everything in one folder named after the commit; it is not part of the tree. */
function withoutTopFolder(files: Map<string, Entry>): Map<string, Entry> {
  const [first] = files.keys();
  const top = first?.slice(0, first.indexOf('/') + 1) ?? '';
  if (top === '' || ![...files.keys()].every((path) => path.startsWith(top))) return files;
  return new Map([...files].map(([path, entry]) => [path.slice(top.length), entry]));
}

function printable(name: string): string {
  return name.slice(0, 100).replace(/\p{Cc}/gu, '?');
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
