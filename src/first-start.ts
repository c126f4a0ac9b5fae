import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Dispatcher } from '#kernel/application/dispatcher';
import type { Settings } from '#kernel/infrastructure/settings';
import { EnsureAdministrator } from '#organization';
import { createSample } from './sample.js';
import { administratorToken } from './start/administrator-token.js';

/**
 * Creates the first administrator and, unless the settings disable it, the sample organization. Returns the result of
 * the latter.
 */
export async function prepareFirstStart(
  app: NestFastifyApplication,
  settings: Settings,
  say: (line: string) => void = () => undefined,
): Promise<string | undefined> {
  if (settings.role === 'worker') return undefined;
  const token = (): string => administratorToken(settings);
  const { created } = await app.get(Dispatcher).run(new EnsureAdministrator(token));
  if (!created || !settings.demo) return undefined;
  say('Importing the documentation of Quire as a sample …');
  return createSample(app, token());
}
