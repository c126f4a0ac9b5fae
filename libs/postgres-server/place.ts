import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { canUse, chooseAccount, isRoot } from './account.js';
import type { Account } from './account.js';
import { copyBinaries } from './binaries.js';
import type { Binaries } from './binaries.js';
import { hasCode, PostgresUnavailable } from './errors.js';
import { CLUSTER, finishSwap } from './versions.js';

/** In the data folder, contains the folder of the cluster when that is elsewhere; the other file points back. */
const POINTER_FILE = 'cluster-location';
const OWNER_FILE = 'data-folder';

/** The folders of one cluster and its owner. */
export interface Place {
  /** `<data folder>/postgres`: password, port, log and users; owned by us. */
  readonly home: string;
  /** The folder with the cluster, and nothing else of ours except drafts of it. */
  readonly parent: string;
  /** PostgreSQL's data folder, by default `cluster` in it; missing before the first start. */
  readonly cluster: string;
  readonly account: Account | undefined;
  readonly binaries: Binaries;
}

/**
 * Decides where the cluster of `dataDir` is or will be: in the data folder, unless PostgreSQL must run as another user
 * (because we are root) who can't pass through to it, for instance under /root: then below `fallbackDir`, which a file
 * in the data folder points to. A cluster never changes its place or its owner.
 */
export function choosePlace(
  dataDir: string,
  fallbackDir: string,
  found: Binaries,
  log: (line: string) => void,
  name = CLUSTER,
): Place {
  const home = join(dataDir, 'postgres');
  mkdirSync(home, { recursive: true });
  // To pass through, not to list: secret files in there have modes of their own.
  if (isRoot()) chmodSync(home, 0o711);
  const pointer = join(home, POINTER_FILE);
  const pointed = readPointer(pointer);
  if (pointed !== undefined) refuseCopy(pointed, pointer, realpathSync(dataDir));
  const parent = realpathSync(pointed ?? home);
  finishSwap(parent, found.major);
  const cluster = join(parent, name);
  const there = statSync(cluster, { throwIfNoEntry: false });
  if (there) {
    const account = ownerOf(cluster, there);
    if (!account || canUse(account, cluster, 'x')) {
      return { home, parent, cluster, account, binaries: reachable(found, account, fallbackDir) };
    }
    throw new PostgresUnavailable(
      `The user ${account.uid} that owns the database in ${cluster} can no longer get there. ` +
        'Let it pass through the folders above (chmod o+x), or move QUIRE_DATA_DIR.',
    );
  }
  const account = chooseAccount();
  const binaries = reachable(found, account, fallbackDir);
  // A folder that is pointed to, but has no cluster, is from a first start that did not complete.
  if (pointed !== undefined || !account || (canUse(account, parent, 'x') && canGive(parent, account))) {
    return { home, parent, cluster, account, binaries };
  }
  const elsewhere = makeFallback(dataDir, fallbackDir);
  writeFileSync(pointer, `${elsewhere}\n`, { flush: true });
  log(`The database is in ${elsewhere}, as PostgreSQL does not run as root and no other user can reach ${dataDir}.`);
  return { home, parent: elsewhere, cluster: join(elsewhere, name), account, binaries };
}

/**
 * Gives a folder created by us, and everything in it, to the account. Does nothing when PostgreSQL runs as the current
 * user.
 */
export function give(path: string, account: Account | undefined): void {
  if (!account) return;
  chownSync(path, account.uid, account.gid);
  if (!lstatSync(path).isDirectory()) return;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) give(join(path, entry.name), account);
  }
}

/** The folder with the clusters of a data folder; undefined before the first start. */
export function clustersOf(dataDir: string): string | undefined {
  const home = join(dataDir, 'postgres');
  const parent = readPointer(join(home, POINTER_FILE)) ?? home;
  return existsSync(parent) ? realpathSync(parent) : undefined;
}

/** A cluster is run by its owner; one that was given to root, for instance by `chown -R`, is given back. */
function ownerOf(cluster: string, there: Account): Account | undefined {
  if (!isRoot()) {
    if (there.uid === process.getuid?.()) return undefined;
    throw new PostgresUnavailable(
      `The database in ${cluster} belongs to user ${there.uid}, so only root or that user can start it. ` +
        'Start Quire as one of them, or choose another QUIRE_DATA_DIR.',
    );
  }
  if (there.uid !== 0) return { uid: there.uid, gid: there.gid };
  const account = chooseAccount();
  give(cluster, account);
  return account;
}

function reachable(binaries: Binaries, account: Account | undefined, fallbackDir: string): Binaries {
  if (!account || canUse(account, join(binaries.folder, 'bin', 'postgres'), 'x')) return binaries;
  return copyBinaries(binaries, fallbackDir);
}

/** Some file systems (network shares, bind mounts of desktop systems) do not let root give files away. */
function canGive(parent: string, account: Account): boolean {
  const probe = mkdtempSync(join(parent, 'probe-'));
  try {
    chownSync(probe, account.uid, account.gid);
    return canUse(account, probe, 'w');
  } catch (error) {
    if (hasCode(error, 'EPERM', 'EINVAL', 'ENOSYS', 'ENOTSUP')) return false;
    throw error;
  } finally {
    rmdirSync(probe);
  }
}

function makeFallback(dataDir: string, fallbackDir: string): string {
  const hash = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 10);
  try {
    mkdirSync(fallbackDir, { recursive: true, mode: 0o755 });
    const folder = realpathSync(mkdtempSync(join(fallbackDir, `${hash}-`)));
    chmodSync(folder, 0o711);
    writeFileSync(join(folder, OWNER_FILE), `${realpathSync(dataDir)}\n`, { flush: true });
    return folder;
  } catch (error) {
    if (!hasCode(error, 'EROFS', 'EACCES', 'EPERM')) throw error;
    throw new PostgresUnavailable(
      `PostgreSQL does not run as root, no other user can reach ${dataDir}, and ${fallbackDir} cannot be written. ` +
        'Set QUIRE_DATA_DIR to a folder that others can pass through, or start Quire as another user.',
    );
  }
}

/** Two data folders, one of them a copy of the other, must not write into one cluster; a moved one may. */
function refuseCopy(pointed: string, pointer: string, dataDir: string): void {
  if (!existsSync(pointed)) {
    throw new PostgresUnavailable(
      `${pointer} says that the database is in ${pointed}, but that folder is not there. ` +
        'Bring it back, or remove the file to begin with an empty database.',
    );
  }
  const original = readPointer(join(pointed, OWNER_FILE));
  if (original === undefined || original === dataDir) return;
  if (readPointer(join(original, 'postgres', POINTER_FILE)) === pointed) {
    throw new PostgresUnavailable(
      `${dataDir} is a copy of ${original}, and its database in ${pointed} belongs to that one. ` +
        `Use backup and restore to copy a server, or remove ${pointer} to begin with an empty database.`,
    );
  }
  writeFileSync(join(pointed, OWNER_FILE), `${dataDir}\n`, { flush: true });
}

function readPointer(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}
