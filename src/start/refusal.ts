import { writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { SettingsInvalid } from '#kernel/infrastructure/settings';
import { StartRefused } from '#kernel/infrastructure/start-refused';
import { PostgresUnavailable } from '#postgres-server';
import type { Locate } from './env-file.js';

const STDERR = 2;
const DEBUG = /^(?:debug|trace)$/;

/** Node combines several failed attempts to connect in one error without a message of its own. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
}

/** Whether the message of an error contains all that the operator needs. */
export function isRefusal(error: unknown): boolean {
  return error instanceof StartRefused || error instanceof PostgresUnavailable;
}

/** The message of a refused start, one line for each problem. */
export function refusalLines(error: Error, locate: Locate): string[] {
  const problems = error instanceof SettingsInvalid ? error.problems : [error.message.replace(/\s*\n\s*/g, ' ')];
  return problems.map(locate);
}

/**
 * Reports on the error stream why Quire did not start: on a terminal one line for each problem, elsewhere one object
 * like those of the log. The stack of an unexpected error is in the log, or shown with QUIRE_LOG_LEVEL=debug.
 */
export function reportRefusal(error: unknown, env: NodeJS.ProcessEnv, locate: Locate): void {
  const expected = isRefusal(error);
  const lines = expected ? refusalLines(error as Error, locate) : [`Quire could not start: ${messageOf(error)}`];
  if (!isatty(STDERR)) {
    const err = expected ? undefined : { message: messageOf(error), stack: (error as Error | undefined)?.stack };
    for (const msg of lines)
      writeSync(STDERR, `${JSON.stringify({ level: 'fatal', time: new Date().toISOString(), err, msg })}\n`);
    return;
  }
  const stack = !expected && DEBUG.test(env['QUIRE_LOG_LEVEL'] ?? '') ? (error as Error | undefined)?.stack : undefined;
  const hint = expected || stack ? '' : ' (set QUIRE_LOG_LEVEL=debug to see where)';
  for (const line of lines) writeSync(STDERR, `${stack ?? line + hint}\n`);
}
