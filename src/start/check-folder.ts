import { randomUUID } from 'node:crypto';
import { accessSync, constants, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Settings } from '#kernel/infrastructure/settings';
import { StartRefused } from '#kernel/infrastructure/start-refused';

const PROBE = Buffer.alloc(4096, 'probe');
/** The size of a new database with a little space to work, bytes. */
const NEW_DATABASE_BYTES = 200_000_000;
const { R_OK, W_OK, X_OK } = constants;

/** Throws StartRefused for a data folder that can't be used. Leaves nothing behind. */
export function checkFolder(settings: Pick<Settings, 'dataDir' | 'databaseUrl'>): void {
  const fault = folderFault(settings);
  if (fault !== undefined) throw new StartRefused(fault);
}

/** The problem with the data folder and what to do about it; undefined when there is none. */
export function folderFault({ dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>): string | undefined {
  try {
    if (statSync(dataDir, { throwIfNoEntry: false })) tryFolder(dataDir);
    else accessSync(nearestFolder(dataDir), W_OK | X_OK);
  } catch (error) {
    return `QUIRE_DATA_DIR is ${dataDir}, ${reasonOf(error as NodeJS.ErrnoException, dataDir)}`;
  }
  if (databaseUrl !== undefined || statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false })) return undefined;
  const { bavail, bsize } = statfsSync(nearestFolder(dataDir));
  if (bavail * bsize >= NEW_DATABASE_BYTES) return undefined;
  return `QUIRE_DATA_DIR is ${dataDir}, where too little room is left for a database: free 200 MB, or set it to another folder`;
}

/** Tries to read the keys in it, and to write to its folders. */
function tryFolder(dataDir: string): void {
  const probe = join(dataDir, `.probe-${randomUUID()}`);
  try {
    writeFileSync(probe, PROBE, { flag: 'wx', flush: true });
  } finally {
    rmSync(probe, { force: true });
  }
  const held: [string, number][] = [
    ['secret-key', R_OK],
    ['admin-token', R_OK],
    ['blobs', W_OK | X_OK],
    ['incoming', W_OK | X_OK],
    ['outbox', W_OK | X_OK],
  ];
  for (const [name, mode] of held) {
    const path = join(dataDir, name);
    if (statSync(path, { throwIfNoEntry: false })) accessSync(path, mode);
  }
}

/** Describes a system error for the operator who configured the folder. */
export function reasonOf({ code, path }: NodeJS.ErrnoException, dataDir: string): string {
  const which = path === undefined || path === dataDir || path.includes('.probe-') ? '' : `whose ${path} `;
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `${which || 'which '}this user may not use: give it to the user who runs Quire, or set another folder`;
    case 'EROFS':
      return 'which is on a disk that can only be read: set it to a folder that can be written';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'where no room is left: free some, or set it to another folder';
    case 'ENOTDIR':
    case 'EEXIST':
      return 'which is no folder: set it to one, or remove the file that is there';
    default:
      return `which cannot be used (${code}): set it to a folder that can be written`;
  }
}

/** The folder itself where it exists, else the nearest existing one above it. */
function nearestFolder(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return path;
  if (found) throw Object.assign(new Error('It is no folder'), { code: 'ENOTDIR' });
  return nearestFolder(dirname(path));
}
