import { writeSync } from 'node:fs';
import { SettingsInvalid } from '#kernel/infrastructure/settings';
import { PostgresUnavailable } from '#postgres-server';
import { serve } from './serve.js';

try {
  await serve(process.env);
  process.exit(0);
} catch (error) {
  const expected = error instanceof SettingsInvalid || error instanceof PostgresUnavailable;
  writeSync(2, `${expected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}
