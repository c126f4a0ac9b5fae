import { spawnSync } from 'node:child_process';
import { PostgresUnavailable } from './errors.js';

/** The system user that runs PostgreSQL, which refuses root. `undefined` instead means the current user. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const MAKE_USER: readonly (readonly [string, ...string[]])[] = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'quire'],
  ['adduser', '-S', '-D', '-H', 'quire'],
];

/** Whether this process is root and so must run PostgreSQL as another user. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The user to run a new cluster as: none when we are not root; else an existing `postgres` or `quire`, else a new
 * system user `quire`, else `nobody`.
 */
export function chooseAccount(): Account | undefined {
  if (!isRoot()) return undefined;
  const known = lookUp('postgres') ?? lookUp('quire');
  if (known) return known;
  for (const [program, ...args] of MAKE_USER) {
    if (spawnSync(program, args, { stdio: 'ignore' }).status === 0) break;
  }
  const account = lookUp('quire') ?? lookUp('nobody');
  if (account) return account;
  throw new PostgresUnavailable(
    'PostgreSQL does not run as root, and no other system user could be found or made. ' +
      'Start Quire as another user, or set DATABASE_URL.',
  );
}

/** Whether `account` can use `path`: `x` passes through a folder or runs a program, `w` writes into a folder. */
export function canUse(account: Account | undefined, path: string, mode: 'x' | 'w'): boolean {
  const test = spawnSync('/bin/sh', ['-c', `test -${mode} "$1"`, 'sh', path], { ...account, stdio: 'ignore' });
  if (test.error) {
    throw new PostgresUnavailable(
      `PostgreSQL does not run as root, and this process may not start one as another user (${test.error.message}). ` +
        'Start Quire as another user, or set DATABASE_URL.',
    );
  }
  return test.status === 0;
}

/** A plain environment: no PG* variable of the caller may affect the server, and its messages are in English. */
export function environmentOf(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', LC_MESSAGES: 'C' };
}

function lookUp(name: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((option) => {
    const { status, stdout } = spawnSync('id', [option, name], { encoding: 'utf8' });
    return status === 0 ? Number.parseInt(stdout, 10) : 0;
  });
  return uid && gid ? { uid, gid } : undefined;
}
