import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { blobAt, isBlobFolder, type BlobPiece, type FoundBlob } from '../../domain/content/blobs.js';

/** Folders that one piece opens, as most may be empty. */
const MOST_FOLDERS = 1_000;
/** After every name. */
const END = '~';

interface Walk {
  root: string;
  most: number;
  folders: number;
  found: FoundBlob[];
  /** Everything up to here is found. */
  position: string;
}

/**
 * The blobs in a folder after a position, by organization, first two digits and hash. Reads one folder at a time, and
 * keeps no more of its names than it returns.
 */
export async function blobsAfter(root: string, position: string, most: number): Promise<BlobPiece> {
  const [first = '', digits = ''] = position.split('/');
  const isLeft = (name: string): boolean => name > first || (name === first && digits !== END);
  const walk: Walk = { root, most, folders: 0, found: [], position };
  const organizations = await namesIn(root, MOST_FOLDERS, (name) => isBlobFolder(name) && isLeft(name), 'folder');
  for (const organization of organizations)
    if (!(await ofOrganization(walk, organization, position))) return { blobs: walk.found, next: walk.position };
  const isEnd = organizations.length < MOST_FOLDERS;
  return { blobs: walk.found, next: isEnd ? undefined : walk.position };
}

/** Returns whether it came to the end of the organization. */
async function ofOrganization(walk: Walk, organization: string, position: string): Promise<boolean> {
  const [at = '', digits = '', hash = ''] = position.split('/');
  const after = at === organization ? { digits, hash } : { digits: '', hash: '' };
  if (isFull(walk)) return false;
  const path = join(walk.root, organization);
  walk.folders++;
  for (const two of await namesIn(path, 256, (name) => /^[0-9a-f]{2}$/.test(name) && name >= after.digits, 'folder')) {
    if (isFull(walk)) return false;
    await ofFolder(walk, `${organization}/${two}`, two === after.digits ? after.hash : '');
    if (!walk.position.endsWith(END)) return false;
  }
  walk.position = `${organization}/${END}`;
  return true;
}

const isFull = ({ folders, most, found }: Walk): boolean => folders >= MOST_FOLDERS || found.length >= most;

async function ofFolder(walk: Walk, folder: string, after: string): Promise<void> {
  const room = walk.most - walk.found.length;
  const path = join(walk.root, folder);
  const isOurs = (name: string): boolean => name > after && blobAt(`${folder}/${name}`) !== undefined;
  const names = await namesIn(path, room, isOurs, 'file');
  walk.folders++;
  for (const name of names) {
    const blob = blobAt(`${folder}/${name}`);
    const storedAt = await timeOf(join(path, name));
    if (blob && storedAt) walk.found.push({ ...blob, storedAt });
  }
  walk.position = `${folder}/${names.length < room ? END : (names.at(-1) ?? END)}`;
}

/** The first names in their order, at most so many; none where there is no such folder. */
async function namesIn(
  path: string,
  most: number,
  isWanted: (name: string) => boolean,
  kind: 'file' | 'folder',
): Promise<string[]> {
  let names: string[] = [];
  const cut = (): void => void (names = names.sort().slice(0, most));
  const entries = await opendir(path).catch(orMissing);
  for await (const entry of entries ?? []) {
    if (!isWanted(entry.name) || !(kind === 'file' ? entry.isFile() : entry.isDirectory())) continue;
    if (names.push(entry.name) >= 2 * most + 1_000) cut();
  }
  cut();
  return names;
}

/** When a file was stored; undefined where it was deleted meanwhile. */
async function timeOf(path: string): Promise<Date | undefined> {
  return (await stat(path).catch(orMissing))?.mtime;
}

function orMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
