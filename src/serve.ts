import { writeSync } from 'node:fs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { secretKeyOf } from '#kernel/infrastructure/secret-key';
import { readSettings, type Settings } from '#kernel/infrastructure/settings';
import { Lifecycle } from '#kernel/infrastructure/lifecycle';
import { openMigratedDatabase, type Database } from './database.js';
import { prepareFirstStart } from './first-start.js';
import { createLog } from './logging.js';
import { createServer, serveDocument } from './server.js';

/** Runs Quire until it is told to end: database, migrations, requests and jobs as the role says. */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readSettings(env);
  const say = (line: string): void => void writeSync(1, `${line}\n`);
  const database = await openMigratedDatabase(settings, say);
  let app: NestFastifyApplication | undefined;
  try {
    const log = createLog(settings.logLevel);
    app = await createServer({ settings, databaseUrl: database.url, secretKey: secretKeyOf(settings) }, log);
    endOnSignal(app, database, say);
    if (settings.role !== 'worker') serveDocument(app);
    await app.init();
    await app.get(Lifecycle).start();
    const notes = await prepareFirstStart(app, settings);
    await app.listen({ port: settings.port, host: settings.host } as never);
    for (const line of [...greeting(settings, await app.getUrl()), ...notes]) say(line);
  } catch (error) {
    await app?.close();
    await database.stop();
    throw error;
  }
}

function greeting(settings: Settings, url: string): string[] {
  const port = new URL(url).port;
  const base = settings.port === 0 ? `http://localhost:${port}` : settings.publicUrl;
  if (settings.role === 'worker') return [`Quire worker is ready; health checks at ${base}/health/ready`];
  const token = settings.adminToken === undefined ? `${settings.dataDir}/admin-token` : 'the value of QUIRE_ADMIN_TOKEN';
  return [`Quire is ready`, `  API         ${base}/v1/`, `  Swagger UI  ${base}/docs`, `  Token       ${token}`];
}

function endOnSignal(app: NestFastifyApplication, database: Database, say: (line: string) => void): void {
  let ending = false;
  const end = (): void => {
    if (ending) return;
    ending = true;
    say('Quire is ending: requests under way are answered first');
    app
      .close()
      .then(() => database.stop())
      .then(
        () => process.exit(0),
        (error: Error) => {
          writeSync(2, `${error.stack ?? error.message}\n`);
          process.exit(1);
        },
      );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end);
}
