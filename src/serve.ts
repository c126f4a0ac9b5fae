import { writeSync } from 'node:fs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { secretKeyOf } from '#kernel/infrastructure/secret-key';
import { readSettings, type Settings } from '#kernel/infrastructure/settings';
import { openMigratedDatabase, type Database } from './database.js';
import { onEndSignal } from './start/end-signals.js';

/** Runs Quire until it is told to end: database, migrations, requests and jobs as the role says. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env);
  const running: Running = { say: (line) => void writeSync(1, `${line}\n`) };
  const ending = new Promise<void>((resolve) => onEndSignal(resolve));
  try {
    await start(settings, running);
  } catch (error) {
    await stop(running);
    throw error;
  }
  await ending;
  running.say('Quire is ending: requests under way are answered first');
  await stop(running);
}

interface Running {
  say(line: string): void;
  database?: Database;
  app?: NestFastifyApplication;
}

async function start(settings: Settings, running: Running): Promise<void> {
  const { say } = running;
  // It takes a while to load; the database starts meanwhile, and what keeps it from starting is told first.
  const loading = Promise.all([import('./server.js'), import('./logging.js')]);
  loading.catch(() => undefined);
  const { url: databaseUrl } = (running.database = await openMigratedDatabase(settings, say));
  const [{ createServer, openServer }, { createLog }] = await loading;
  const options = { settings, databaseUrl, secretKey: secretKeyOf(settings) };
  running.app = await createServer(options, createLog(settings.logLevel));
  const notes = await openServer(running.app, settings);
  for (const line of [...greeting(settings, await running.app.getUrl()), ...notes]) say(line);
}

async function stop({ app, database }: Running): Promise<void> {
  await app?.close();
  await database?.stop();
}

function greeting(settings: Settings, url: string): string[] {
  const port = new URL(url).port;
  const base = settings.port === 0 ? `http://localhost:${port}` : settings.publicUrl;
  if (settings.role === 'worker') return [`Quire worker is ready; health checks at ${base}/health/ready`];
  const token =
    settings.adminToken === undefined ? `${settings.dataDir}/admin-token` : 'the value of QUIRE_ADMIN_TOKEN';
  return [`Quire is ready`, `  API         ${base}/v1/`, `  Swagger UI  ${base}/docs`, `  Token       ${token}`];
}
