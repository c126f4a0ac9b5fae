import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomDigits } from '#kernel/domain/id';
import type { Settings } from '#kernel/infrastructure/settings';

type TokenSettings = Pick<Settings, 'adminToken' | 'dataDir'>;

/**
 * The token of the first administrator: the configured one, else the one in the data folder, which is created (mode
 * 600) where it is missing. Called once for each database, when there is no administrator yet.
 */
export function administratorToken(settings: TokenSettings): string {
  if (settings.adminToken !== undefined) return settings.adminToken;
  const file = fileOf(settings);
  mkdirSync(settings.dataDir, { recursive: true });
  try {
    writeFileSync(file, `quire_${randomDigits(43)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/** Where to find it, in words. */
export function administratorTokenPlace(settings: TokenSettings): string {
  if (settings.adminToken !== undefined) return 'the value of QUIRE_ADMIN_TOKEN';
  if (existsSync(fileOf(settings))) return fileOf(settings);
  return `${fileOf(settings)} of the first start; \`quire token create\` makes another`;
}

function fileOf({ dataDir }: TokenSettings): string {
  return join(dataDir, 'admin-token');
}
