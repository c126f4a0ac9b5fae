import { writeSync } from 'node:fs';
import { StartRefused } from '#kernel/infrastructure/start-refused';
import { PostgresUnavailable } from '#postgres-server';
import { serve } from './serve.js';

try {
  await serve(process.env);
  process.exit(0);
} catch (error) {
  const expected = error instanceof StartRefused || error instanceof PostgresUnavailable;
  writeSync(2, `${expected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
}
