import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setPooledTimeouts, withoutTimeouts } from '#kernel/infrastructure/database/pooled-timeouts';
import type { ContextMigrations, MigrationSteps } from '#kernel/infrastructure/database/migrator';
import type { Settings } from '#kernel/infrastructure/settings';
import { startPostgres, type PostgresServer } from '#postgres-server';
import { checkBucket } from './start/check-bucket.js';
import { checkDatabase, checkNotices, checkRights, databaseRefusal, givenDatabase } from './start/check-database.js';
import { checkFolder } from './start/check-folder.js';
import { checkPooler } from './start/check-pooler.js';
import { checkReplicas } from './start/check-replicas.js';
import { upgradeOlder } from './start/upgrade-older.js';

const WATCH_MS = 1_000;

/** A running database, in use until `stop` is called. */
export interface Database {
  /** PostgreSQL itself. */
  url: string;
  /** The same through a pooler, for the connections of requests; undefined where there is none. */
  pooledUrl: string | undefined;
  stop(): Promise<void>;
}

interface Opening {
  /** Whether a database of an older PostgreSQL is replaced; otherwise it is refused. */
  upgrade?: boolean;
  /** Called once while Quire's own PostgreSQL starts, which takes a while, or when another is found to be there. */
  meanwhile?: () => void;
}

/**
 * The database of DATABASE_URL, else Quire's own PostgreSQL, which is started where it does not run yet. The settings
 * are checked first: where one can't be used, nothing is created.
 */
export async function openDatabaseServer(
  settings: Settings,
  say: (line: string) => void,
  { upgrade = false, meanwhile = () => undefined }: Opening = {},
): Promise<Database> {
  checkFolder(settings);
  const given = givenDatabase(settings);
  if (given) {
    await checkDatabase(given);
    await checkNotices(given);
  }
  await checkPooler(settings);
  await checkReplicas(settings);
  await checkBucket(settings);
  if (given) {
    meanwhile();
    return usedAt(given.url, settings);
  }
  if (upgrade) await upgradeOlder(settings, say);
  if (!existsSync(join(settings.dataDir, 'postgres'))) say(`Making a database in ${settings.dataDir} …`);
  mkdirSync(settings.dataDir, { recursive: true });
  const start = (launched?: () => void): Promise<PostgresServer> =>
    startPostgres({ dataDir: settings.dataDir, log: say, ...(launched && { launched }) });
  let server = await start(meanwhile);
  const watch = watchOver(
    () => server,
    async () => {
      say('PostgreSQL ended unexpectedly; starting it again');
      const ended = server;
      server = await start();
      // The restart is a new use of the server; unless the old one ends, no use is ever the last to stop it.
      await ended.stop();
      if (server.url !== ended.url) throw new Error('PostgreSQL came back at another address; start Quire again');
    },
    say,
  );
  const stop = async (): Promise<void> => {
    clearInterval(watch);
    await server.stop();
  };
  return { url: server.url, pooledUrl: undefined, stop };
}

function usedAt(url: string, { databaseUrl, databaseDirectUrl }: Settings): Database {
  const stop = (): Promise<void> => Promise.resolve();
  if (databaseDirectUrl === undefined) return { url, pooledUrl: undefined, stop };
  return { url: withoutTimeouts(url), pooledUrl: databaseUrl, stop };
}

/**
 * Checks every second whether the server still runs, and restarts it when it does not; connections then find it again.
 */
function watchOver(
  current: () => PostgresServer,
  revive: () => Promise<void>,
  say: (line: string) => void,
): NodeJS.Timeout {
  let reviving = false;
  return setInterval(() => {
    if (reviving || isAlive(current().pid)) return;
    reviving = true;
    revive()
      .catch((error: Error) => say(error.message))
      .finally(() => (reviving = false));
  }, WATCH_MS).unref();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A database with all tables, and the secret key that it was used with so far. */
export interface OpenedDatabase extends Database {
  secretKey: Buffer;
}

/**
 * The same, migrated to the newest version. What a start needs besides is loaded while PostgreSQL starts: both take a
 * while. `meanwhile` is called then, once.
 */
export async function openMigratedDatabase(
  settings: Settings,
  say: (line: string) => void,
  meanwhile: () => void = () => undefined,
): Promise<OpenedDatabase> {
  let loading: ReturnType<typeof loadMigrations> | undefined;
  const load = (): void => {
    if (loading) return;
    loading = loadMigrations();
    // Where the database does not start, that error is reported instead.
    loading.catch(() => undefined);
    meanwhile();
  };
  const database = await openDatabaseServer(settings, say, { upgrade: true, meanwhile: load });
  try {
    const [{ migrate }, { knownSecretKey }, { MIGRATIONS }] = await (loading ?? loadMigrations());
    await migrate(database.url, MIGRATIONS, migrationSteps(settings, MIGRATIONS, say));
    if (database.pooledUrl !== undefined) await setPooledTimeouts(database.url);
    return { ...database, secretKey: await knownSecretKey(settings, database.url, MIGRATIONS) };
  } catch (error) {
    await database.stop();
    throw refusedRights(error, settings);
  }
}

const loadMigrations = () =>
  Promise.all([
    import('#kernel/infrastructure/database/migrator'),
    import('#kernel/infrastructure/database/known-key'),
    import('./app.module.js'),
  ]);

/** Further steps of a migration of this database: checks the user's rights first, and reports that it takes a while. */
export function migrationSteps(
  settings: Settings,
  contexts: readonly ContextMigrations[],
  say: (line: string) => void,
): MigrationSteps {
  return {
    check: (behind) => checkRights(givenDatabase(settings), contexts, behind),
    begin: () => say('Bringing the database to the newest version …'),
  };
}

/** Converts missing rights to read the database to a StartRefused; any other error is returned unchanged. */
function refusedRights(error: unknown, settings: Settings): unknown {
  const denied = (error as { code?: unknown }).code === '42501';
  const given = givenDatabase(settings);
  return denied && given ? databaseRefusal(error, given) : error;
}
