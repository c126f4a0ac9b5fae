import type { Logger } from 'pino';
import { readSettings, type Settings } from '#kernel/infrastructure/settings';
import { Telemetry } from '#kernel/infrastructure/telemetry/telemetry';
import { openMigratedDatabase, type Database } from './database.js';
import { createLog } from './logging.js';
import { mailFault } from './start/check-mail.js';
import { onEndSignal } from './start/end-signals.js';
import { greet, greetingOf } from './start/greeting.js';
import { reservePort } from './start/reserve-port.js';
import { logOutput } from './start/log-output.js';

/**
 * Runs Quire until it gets a signal to end: database, migrations, requests and jobs, depending on the role. `loaded` is
 * called when all is loaded and run that a start needs, right before requests are answered.
 */
export async function serve(env: NodeJS.ProcessEnv, loaded: () => void = () => undefined): Promise<void> {
  const settings = readSettings(env);
  const telemetry = new Telemetry(settings);
  const log = createLog(settings.logLevel, undefined, telemetry);
  logOutput(log);
  const running: Running = { log, telemetry, say: (line) => log.info(line) };
  const ending = new Promise<void>((resolve) => onEndSignal(resolve));
  try {
    await start(settings, running, loaded);
  } catch (error) {
    await stop(running);
    throw error;
  }
  await ending;
  running.say('Quire is ending: requests under way are answered first');
  await stop(running);
}

interface Running {
  log: Logger;
  telemetry: Telemetry;
  say(line: string): void;
  freePort?(): Promise<void>;
  database?: Database;
  closeServer?(): Promise<void>;
  /** The work after the start that a stop waits for. */
  publishing?: Promise<void>;
}

async function start(settings: Settings, running: Running, loaded: () => void): Promise<void> {
  const { log, telemetry, say } = running;
  running.freePort = await reservePort(settings);
  // It takes a while to load; the database starts meanwhile, and its errors are reported first.
  const load = () => import('./server.js');
  const database = await openMigratedDatabase(settings, say, () => void load().catch(() => undefined));
  running.database = database;
  const { createServer, openServer, closeServer, publishOwnIntegrations } = await load();
  const { url: databaseUrl, pooledUrl, secretKey } = database;
  const app = await createServer({ settings, databaseUrl, pooledUrl, secretKey, telemetry }, log);
  running.closeServer = () => closeServer(app);
  const beforeListening = (): Promise<void> | undefined => {
    loaded();
    return running.freePort?.();
  };
  const sample = await openServer(app, settings, { say, beforeListening });
  running.publishing = publishOwnIntegrations(app, settings, log);
  greet(log, greetingOf(settings, await app.getUrl(), sample));
  void mailFault(settings).then((fault) => fault !== undefined && log.warn(fault));
}

async function stop({ closeServer, database, freePort, publishing }: Running): Promise<void> {
  await freePort?.();
  await publishing;
  await closeServer?.();
  await database?.stop();
}
