import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountOf } from './account.js';

/** Bytes that a Unix socket's path may have on every system, without the part that is below a home. */
const LONGEST_HOME = 103 - '/000000/script.sock'.length;
const OWNED = /^(\d+)-/;

/**
 * A folder for the processes of this runtime: below `folder`, or among the system's temporary files where paths below
 * it are too long for sockets, or a process with a user of its own can't reach it. Folders that processes which ended
 * without notice left behind are removed.
 */
export function makeHome(folder: string): string {
  const shared = join(tmpdir(), 'quire-scripts');
  const parent = [folder, shared].map(prepare).find((path) => path !== undefined && fits(path) && isReachable(path));
  if (parent === undefined) throw new Error(`${folder} and ${shared} cannot be used for sockets`);
  const home = mkdtempSync(join(parent, `${process.pid}-`));
  // To pass through, not to list: each process has a folder of its own in there.
  if (accountOf(0)) chmodSync(home, 0o711);
  return home;
}

/** Another user's folder is not trusted, nor is it removed from. */
function prepare(path: string): string | undefined {
  try {
    mkdirSync(path, { recursive: true, mode: accountOf(0) ? 0o711 : 0o700 });
    const real = realpathSync(path);
    if (statSync(real).uid !== process.getuid?.()) return undefined;
    removeAbandoned(real);
    return real;
  } catch {
    return undefined;
  }
}

function fits(parent: string): boolean {
  return Buffer.byteLength(join(parent, `${process.pid}-XXXXXX`)) <= LONGEST_HOME;
}

function isReachable(path: string): boolean {
  const account = accountOf(0);
  if (!account) return true;
  return spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { ...account, stdio: 'ignore' }).status === 0;
}

function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const owner = OWNED.exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
