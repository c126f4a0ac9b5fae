import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Dispatcher } from '#kernel/application/dispatcher';
import { randomDigits } from '#kernel/domain/id';
import type { Settings } from '#kernel/infrastructure/settings';
import { EnsureAdministrator } from '#organization';
import { createSample } from './sample.js';

/** Makes the first administrator and, unless told otherwise, the sample organization. Answers what became of that. */
export async function prepareFirstStart(
  app: NestFastifyApplication,
  settings: Settings,
  say: (line: string) => void = () => undefined,
): Promise<string | undefined> {
  if (settings.role === 'worker') return undefined;
  const dispatcher = app.get(Dispatcher);
  const token = administratorToken(settings);
  const { created } = await dispatcher.run(new EnsureAdministrator(token));
  if (!created || !settings.demo) return undefined;
  say('Importing the documentation of Quire as a sample …');
  return createSample(app, token);
}

/** The token set, else the one in the data folder, which is made (mode 600) where it is missing. */
export function administratorToken(settings: Settings): string {
  if (settings.adminToken !== undefined) return settings.adminToken;
  const file = join(settings.dataDir, 'admin-token');
  try {
    writeFileSync(file, `quire_${randomDigits(43)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
