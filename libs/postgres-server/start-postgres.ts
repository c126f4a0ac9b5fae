import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, type Binaries } from './binaries.js';
import { hasCode, PostgresUnavailable } from './errors.js';
import { DATABASE, initialise, setPassword } from './initialise.js';
import { choosePlace } from './place.js';
import type { Place } from './place.js';
import { findPostmaster, runPostmaster, stopPostmaster } from './postmaster.js';
import type { Launch, Postmaster } from './postmaster.js';
import { Users } from './users.js';
import { CLUSTER, majorOf } from './versions.js';

export interface PostgresOptions {
  /** Quire's data folder; everything of the server is in `postgres` below it. Created when missing. */
  readonly dataDir: string;
  /**
   * False trades safety for speed: a crash of the machine may corrupt the cluster. For temporary clusters of tests
   * only.
   */
  readonly durable?: boolean;
  /**
   * Where cluster and programs are stored when the server's user can't use the data folder; `/var/lib/quire` by
   * default.
   */
  readonly fallbackDir?: string;
  /** Called with single lines for the operator. */
  readonly log?: (line: string) => void;
  /** Other programs than those that npm installed: of an older version, for a cluster that is to be upgraded. */
  readonly binaries?: Binaries;
  /** Called once the server's process runs; it takes a while until it accepts connections. */
  readonly launched?: () => void;
  /** The name of another cluster beside the one in use: one that is being filled. */
  readonly cluster?: string;
}

export interface PostgresServer {
  /** Contains the password: a secret. */
  readonly url: string;
  /** Whether the server ran already: for another Quire on this data folder, or left by one that was killed. */
  readonly adopted: boolean;
  readonly pid: number;
  readonly logFile: string;
  /**
   * Ends this use; the last user of this data folder stops the server. Close connections first. May be called again.
   * `stopped` is called once the server is, before another user may start it; it is not where there is another user.
   */
  stop(stopped?: () => void): Promise<void>;
}

const LOOK_AGAIN_MS = 50;
const ATTEMPTS = 10;
const PATIENCE_MS = 300_000;
/** Passed at each start, so that they override the files. */
const ALWAYS = { listen_addresses: '127.0.0.1', unix_socket_directories: '', log_line_prefix: '%m [%p] ' };
const THROW_AWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Runs the PostgreSQL that npm installed, on the cluster of a data folder, which is created at the first start. Several
 * processes may do so at the same time and share one server. Throws `PostgresUnavailable` when it can't.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const { log = () => undefined, launched = () => undefined, durable = true } = options;
  const { binaries = findBinaries(), cluster = CLUSTER } = options;
  const place = choosePlace(resolve(options.dataDir), options.fallbackDir ?? '/var/lib/quire', binaries, log, cluster);
  const logFile = join(place.home, 'postgres.log');
  const users = new Users(join(place.home, cluster === CLUSTER ? 'users' : `users-of-${cluster}`));
  await users.enter();
  try {
    const { password, found } = passwordOf(place);
    if (!statSync(place.cluster, { throwIfNoEntry: false })) await initialise(place, password, durable);
    else if (!found && !findPostmaster(place)) await setPassword(place, password);
    refuseOtherVersion(place);
    const settings = durable ? ALWAYS : { ...ALWAYS, ...THROW_AWAY };
    const { running, adopted } = await adoptOrRun(place, password, { logFile, settings, launched });
    let stopped: Promise<unknown> | undefined;
    return {
      url: urlOf(running.port, password),
      adopted,
      pid: running.pid,
      logFile,
      async stop(after) {
        stopped ??= users.leave(async () => {
          await stopCurrent(place);
          after?.();
        });
        await stopped;
      },
    };
  } catch (error) {
    await users.leave(() => stopCurrent(place));
    throw error;
  }
}

async function adoptOrRun(
  place: Place,
  password: string,
  launch: Launch,
): Promise<{ running: Postmaster; adopted: boolean }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const adopted = findPostmaster(place) !== undefined;
    if (adopted) launch.launched();
    const running = adopted ? await adopt(place, password) : await runPostmaster(place, launch);
    if (running) return { running, adopted };
  }
  throw new PostgresUnavailable(`PostgreSQL stopped again and again while it was being started; see ${launch.logFile}`);
}

/**
 * The current server may not be the one of our start: that may have been killed and another user have started a new
 * one.
 */
async function stopCurrent(place: Place): Promise<void> {
  const current = findPostmaster(place);
  if (current) await stopPostmaster(place, current.pid);
}

/**
 * Waits until the running server accepts our connection and serves this very cluster; undefined when it ends instead.
 */
async function adopt(place: Place, password: string): Promise<Postmaster | undefined> {
  for (const giveUp = Date.now() + PATIENCE_MS; Date.now() < giveUp; await sleep(LOOK_AGAIN_MS)) {
    const running = findPostmaster(place);
    if (!running) return undefined;
    if (!running.ready) continue;
    const client = new pg.Client({ connectionString: urlOf(running.port, password), connectionTimeoutMillis: 5000 });
    // The statement fails when the server stops; an `error` event without a listener would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ folder: string }>("SELECT current_setting('data_directory') AS folder");
      if (rows[0]?.folder === place.cluster) return running;
      throw new PostgresUnavailable(
        `The server on port ${running.port} serves ${rows[0]?.folder}, not ${place.cluster}`,
      );
    } catch (error) {
      if (hasCode(error, '28P01', '28000')) {
        throw new PostgresUnavailable(
          `The server with process id ${running.pid} does not accept the password in ${place.home}. Stop it and start again.`,
        );
      }
      // 57P03: it is starting or stopping. A timeout may be ours: while this process loads modules, it does not read
      // responses.
      if (!hasCode(error, '57P03', '57P01', 'ECONNREFUSED', 'ECONNRESET') && !isTimeout(error)) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new PostgresUnavailable(`A running PostgreSQL did not become ready within ${PATIENCE_MS / 1000} s`);
}

/** `pg` has no code for this error. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout expired';
}

function urlOf(port: number, password: string): string {
  return `postgres://${DATABASE}:${password}@127.0.0.1:${port}/${DATABASE}`;
}

/** The password in the data folder; created by the first process (a link is atomic and never replaces a file). */
function passwordOf(place: Place): { password: string; found: boolean } {
  const file = join(place.home, 'password');
  try {
    return { password: readFileSync(file, 'utf8').trim(), found: true };
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    return { password: readFileSync(file, 'utf8').trim(), found: true };
  } finally {
    rmSync(draft, { force: true });
  }
  return { password: readFileSync(file, 'utf8').trim(), found: false };
}

function refuseOtherVersion(place: Place): void {
  const made = majorOf(place.cluster);
  if (made === place.binaries.major) return;
  throw new PostgresUnavailable(
    `The database in ${place.cluster} was made by PostgreSQL ${made}, and these programs are ${place.binaries.major}: start Quire once, which upgrades an older one`,
  );
}
