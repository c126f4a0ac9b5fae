import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Lifecycle } from '#kernel/infrastructure/lifecycle';
import type { Settings } from '#kernel/infrastructure/settings';
import { prepareFirstStart } from './first-start/first-start.js';
import { createLog } from './logging.js';
import { createServer, serveDocument } from './server.js';

type ServerOptions = Parameters<typeof createServer>[0];

/** The application on a migrated database; it answers nobody yet. */
export function createApplication(options: ServerOptions): Promise<NestFastifyApplication> {
  return createServer(options, createLog(options.settings.logLevel));
}

/** Begins to deliver events, to run jobs and to answer, as the role says. Answers what a person should know. */
export async function openApplication(app: NestFastifyApplication, settings: Settings): Promise<string[]> {
  if (settings.role !== 'worker') serveDocument(app);
  await app.init();
  await app.get(Lifecycle).start();
  const notes = await prepareFirstStart(app, settings);
  await app.listen({ port: settings.port, host: settings.host } as never);
  return notes;
}
