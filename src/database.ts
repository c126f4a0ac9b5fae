import { mkdirSync } from 'node:fs';
import { migrate } from '#kernel/infrastructure/database/migrator';
import type { Settings } from '#kernel/infrastructure/settings';
import { startPostgres } from '#postgres-server';
import { MIGRATIONS } from './app.module.js';

/** A database that is there to be used, until `stop` is called. */
export interface Database {
  url: string;
  stop(): Promise<void>;
}

/** The database of DATABASE_URL, else Quire's own PostgreSQL, which is started where it does not run yet. */
export async function openDatabaseServer(settings: Settings, say: (line: string) => void): Promise<Database> {
  if (settings.databaseUrl !== undefined) return { url: settings.databaseUrl, stop: () => Promise.resolve() };
  mkdirSync(settings.dataDir, { recursive: true });
  const server = await startPostgres({ dataDir: settings.dataDir, log: say });
  return { url: server.url, stop: () => server.stop() };
}

/** The same, brought to the newest version. */
export async function openMigratedDatabase(settings: Settings, say: (line: string) => void): Promise<Database> {
  const database = await openDatabaseServer(settings, say);
  try {
    await migrate(database.url, MIGRATIONS);
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}
