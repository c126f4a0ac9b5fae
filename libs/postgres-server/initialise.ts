import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode, PostgresUnavailable } from './errors.js';
import { environmentOf } from './account.js';
import { give } from './place.js';
import type { Place } from './place.js';
import { isAlive } from './processes.js';

/** Name of the database and of the role that owns it; the role is no superuser. */
export const DATABASE = 'quire';

/**
 * All connections need a password; they are possible by TCP on this machine only, and the superuser has no password at
 * all.
 */
const HOST_ACCESS = 'host all all 127.0.0.1/32 scram-sha-256\n';

/** Written into postgresql.conf, where an administrator may change them. */
const CONFIGURATION: Readonly<Record<string, string>> = {
  max_connections: '250',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Text sorts by code point and folds case by Unicode, the same on every machine. LC_CTYPE is separate: pg_trgm uses it
 * to recognize letters, and with `C` it would drop every letter beyond ASCII.
 */
const CHARACTER_TYPES = ['C.UTF-8', 'en_US.UTF-8', 'UTF-8'] as const;

/**
 * Creates the cluster with its role and database. It is created in a draft folder and renamed when complete, so a
 * cluster is never incomplete, even when this process is killed or another one does the same at the same time.
 */
export async function initialise(place: Place, password: string, durable: boolean): Promise<void> {
  removeAbandonedDrafts(place.parent);
  const draft = mkdtempSync(join(place.parent, `initdb-${process.pid}-`));
  try {
    await initdb(place, draft, durable);
    writeFileSync(join(draft, 'pg_hba.conf'), HOST_ACCESS);
    await runAlone(place, draft, [
      `CREATE ROLE ${DATABASE} LOGIN CREATEDB PASSWORD '${password}';`,
      `GRANT pg_monitor, pg_signal_backend TO ${DATABASE};`,
      `CREATE DATABASE ${DATABASE} OWNER ${DATABASE};`,
    ]);
    renameSync(draft, place.cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process was first: its cluster is used.
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
}

/** Sets the role's password in a cluster that is not running, after the file with it was lost. */
export async function setPassword(place: Place, password: string): Promise<void> {
  await runAlone(place, place.cluster, [`ALTER ROLE ${DATABASE} PASSWORD '${password}';`]);
}

async function initdb(place: Place, draft: string, durable: boolean): Promise<void> {
  let failure = '';
  for (const type of CHARACTER_TYPES) {
    give(draft, place.account);
    const args = ['--pgdata', draft, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--data-checksums'];
    args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${type}`);
    if (!durable) args.push('--no-sync');
    for (const [name, value] of Object.entries(CONFIGURATION)) args.push('-c', `${name}=${value}`);
    const { code, output } = await run(place, 'initdb', args, '');
    if (code === 0) return;
    failure = output;
    if (!/locale/i.test(output)) break;
  }
  throw new PostgresUnavailable(`The database could not be set up in ${place.parent}: ${failure.trim()}`);
}

/** Runs statements, one a line, in a server without network and without other sessions. */
async function runAlone(place: Place, cluster: string, statements: readonly string[]): Promise<void> {
  const args = ['--single', '-D', cluster, '-c', 'exit_on_error=on', '-c', 'log_min_error_statement=panic', 'postgres'];
  const { code, output } = await run(place, 'postgres', args, statements.map((line) => `${line}\n`).join(''));
  if (code !== 0) throw new PostgresUnavailable(`The database in ${cluster} could not be set up: ${output.trim()}`);
}

async function run(
  place: Place,
  program: string,
  args: readonly string[],
  input: string,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const file = join(place.binaries.folder, 'bin', program);
    const child = spawn(file, args, { ...place.account, cwd: '/', env: environmentOf(), stdio: 'pipe' });
    let output = '';
    child.stdout.resume();
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', (error) =>
      reject(new PostgresUnavailable(`${file} cannot be run (${error.message}). Set DATABASE_URL to use another one.`)),
    );
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
    child.stdin.on('error', () => undefined).end(input);
  });
}

/** Drafts of processes that were killed; no server ever ran on one. */
function removeAbandonedDrafts(parent: string): void {
  for (const entry of readdirSync(parent)) {
    const owner = /^initdb-(\d+)-/.exec(entry)?.[1];
    if (owner && !isAlive(Number(owner))) rmSync(join(parent, entry), { recursive: true, force: true });
  }
}
