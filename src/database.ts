import { mkdirSync } from 'node:fs';
import type { Settings } from '#kernel/infrastructure/settings';
import { startPostgres, type PostgresServer } from '#postgres-server';

const WATCH_MS = 1_000;

/** A database that is there to be used, until `stop` is called. */
export interface Database {
  url: string;
  stop(): Promise<void>;
}

/** The database of DATABASE_URL, else Quire's own PostgreSQL, which is started where it does not run yet. */
export async function openDatabaseServer(settings: Settings, say: (line: string) => void): Promise<Database> {
  if (settings.databaseUrl !== undefined) return { url: settings.databaseUrl, stop: () => Promise.resolve() };
  mkdirSync(settings.dataDir, { recursive: true });
  const start = (): Promise<PostgresServer> => startPostgres({ dataDir: settings.dataDir, log: say });
  let server = await start();
  const watch = watchOver(
    () => server,
    async () => {
      say('PostgreSQL ended unexpectedly; starting it again');
      const ended = server;
      server = await start();
      // Ours is another use of it now: with the first one left open it would never be the last.
      await ended.stop();
      if (server.url !== ended.url) throw new Error('PostgreSQL came back at another address; start Quire again');
    },
    say,
  );
  const stop = async (): Promise<void> => {
    clearInterval(watch);
    await server.stop();
  };
  return { url: server.url, stop };
}

/** Looks every second whether the server still runs, and revives it when it does not; connections find it again. */
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

/** The same, brought to the newest version. The application is loaded while the server starts: each takes a while. */
export async function openMigratedDatabase(settings: Settings, say: (line: string) => void): Promise<Database> {
  const loading = Promise.all([import('#kernel/infrastructure/database/migrator'), import('./app.module.js')]);
  // Where the database does not start, that is what is told.
  loading.catch(() => undefined);
  const database = await openDatabaseServer(settings, say);
  try {
    const [{ migrate }, { MIGRATIONS }] = await loading;
    await migrate(database.url, MIGRATIONS);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}
