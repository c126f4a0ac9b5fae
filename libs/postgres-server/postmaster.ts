import { spawn } from 'node:child_process';
import { closeSync, fchownSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode, PostgresUnavailable } from './errors.js';
import { environmentOf } from './account.js';
import type { Place } from './place.js';
import { isAlive, servesCluster } from './processes.js';

const LOOK_AGAIN_MS = 15;
const LOG_BYTES = 10_000_000;
const LOG_FILES = 3;
const SHARED_MEMORY_WAIT_MS = 20_000;
const FAST_STOP_MS = 30_000;
const IMMEDIATE_STOP_MS = 5_000;

/** The content of `postmaster.pid`, written by a running server. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Whether it accepts connections; false while it starts, recovers or stops. */
  readonly ready: boolean;
}

/** How a server is started. */
export interface Launch {
  readonly logFile: string;
  readonly settings: Readonly<Record<string, string>>;
  /** Called once the process runs. */
  readonly launched: () => void;
}

/** The running server of this cluster, whichever process started it. */
export function findPostmaster(place: Place): Postmaster | undefined {
  const lines = readLines(join(place.cluster, 'postmaster.pid'));
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!(pid > 0) || !servesCluster(pid, place.cluster)) return undefined;
  return { pid, port: Number.parseInt(lines[3] ?? '', 10), ready: lines[7]?.trim() === 'ready' };
}

/**
 * Starts a server on the cluster. It outlives this process when that is killed, and is then found by the next one;
 * `detached` also keeps a Ctrl-C in the terminal from ending it before we have finished. Returns undefined when another
 * process started a server on this cluster at the same time.
 */
export async function runPostmaster(
  place: Place,
  { logFile, settings, launched }: Launch,
): Promise<Postmaster | undefined> {
  const giveUp = Date.now() + SHARED_MEMORY_WAIT_MS;
  rotate(logFile);
  for (let wanted = await freePort(readPort(place)); ; wanted = await freePort(wanted)) {
    removeForeignLock(place);
    const before = sizeOf(logFile);
    const pid = launch(place, logFile, { ...settings, port: String(wanted) });
    launched();
    for (;;) {
      const running = findPostmaster(place);
      if (running?.ready && running.pid === pid.value) return running;
      if (pid.ended) break;
      await sleep(LOOK_AGAIN_MS);
    }
    const said = tail(logFile, before);
    // Either another process was faster, which the caller will find, or the error is temporary: examine the server's
    // log.
    if (findPostmaster(place)) return undefined;
    const passing = /could not bind|Address already in use|shared memory block|lock file .* already exists/i.test(said);
    if (!passing || Date.now() > giveUp)
      throw new PostgresUnavailable(`PostgreSQL did not start; ${logFile} says:\n${said}`);
    await sleep(10 * LOOK_AGAIN_MS);
  }
}

/**
 * Stops a server: open transactions are rolled back; a server that does not end is stopped immediately and recovers at
 * its next start.
 */
export async function stopPostmaster(place: Place, pid: number): Promise<void> {
  const gone = (): boolean => findPostmaster(place)?.pid !== pid;
  for (const [signal, patience] of [
    ['SIGINT', FAST_STOP_MS],
    ['SIGQUIT', IMMEDIATE_STOP_MS],
    ['SIGKILL', IMMEDIATE_STOP_MS],
  ] as const) {
    if (gone()) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (!hasCode(error, 'ESRCH')) throw error;
    }
    for (const end = Date.now() + patience; Date.now() < end && !gone();) await sleep(LOOK_AGAIN_MS);
  }
}

function launch(place: Place, logFile: string, settings: Readonly<Record<string, string>>) {
  const args = ['-D', place.cluster];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const log = openSync(logFile, 'a', 0o600);
  if (place.account) fchownSync(log, place.account.uid, place.account.gid);
  const child = spawn(join(place.binaries.folder, 'bin', 'postgres'), args, {
    ...place.account,
    cwd: '/',
    detached: true,
    env: environmentOf(),
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const state = { value: child.pid, ended: child.pid === undefined };
  child.once('exit', () => (state.ended = true)).once('error', () => (state.ended = true));
  child.unref();
  return state;
}

/**
 * The lock file of a killed server contains a process id that another process may have by now, and PostgreSQL would
 * refuse to start as long as that one runs. Deletes the file only when that process is certainly not serving this
 * cluster.
 */
function removeForeignLock(place: Place): void {
  const file = join(place.cluster, 'postmaster.pid');
  const pid = Number.parseInt(readLines(file)[0] ?? '', 10);
  if (pid > 0 && isAlive(pid) && !servesCluster(pid, place.cluster)) rmSync(file, { force: true });
}

/** The port of the last start, so that the address stays the same where possible. */
function readPort(place: Place): number {
  const options = readLines(join(place.cluster, 'postmaster.opts')).join(' ');
  return Number.parseInt(/"port=(\d+)"/.exec(options)?.[1] ?? '0', 10);
}

async function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (wanted === 0 ? reject(error) : resolve(freePort(0))));
    probe.listen({ host: '127.0.0.1', port: wanted, exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : wanted));
    });
  });
}

function rotate(logFile: string): void {
  if (sizeOf(logFile) < LOG_BYTES) return;
  for (let i = LOG_FILES - 1; i > 0; i--) {
    const older = `${logFile}.${i}`;
    if (statSync(older, { throwIfNoEntry: false })) renameSync(older, `${logFile}.${i + 1}`);
  }
  renameSync(logFile, `${logFile}.1`);
}

function tail(file: string, from: number): string {
  const descriptor = openSync(file, 'r');
  const buffer = Buffer.alloc(Math.min(4000, Math.max(0, sizeOf(file) - from)));
  const length = readSync(descriptor, buffer, 0, buffer.length, from);
  closeSync(descriptor);
  return buffer.toString('utf8', 0, length).trim();
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
